/** Parameters with sliders: the effect is shown at once as a difference; sets are saved and loaded by name. */
import { effect } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { has, listFiles } from '../api/client';
import type { Explained, Parameter, StoredFile } from '../api/types';
import { t } from '../i18n';
import { explained, here } from '../state/analysis';
import { current } from '../state/game';
import { notify, report } from '../state/notices';
import { apply, baseline, change, changes, loadParameters, loadSet, parameters, refreshBaseline, saveSet } from '../state/params';
import { lang } from '../state/settings';
import { Needs, Section, margin, signed } from '../util/ui';

export function ParametersPanel() {
  const [filter, setFilter] = useState('');
  const [sets, setSets] = useState<StoredFile[]>([]);
  const [name, setName] = useState('');
  useEffect(() => { if (has('parameters')) void loadParameters(); }, [lang.value, has('parameters')]);
  useEffect(() => effect(() => {
    void current.value;
    void refreshBaseline();
  }), []);
  const reload = () => listFiles('params').then((f) => setSets(f.filter((x) => x.name !== 'workbench.toml')), report);
  useEffect(() => void reload(), []);
  const shown = parameters.value.filter((p) => !p.is_list && (p.name.includes(filter) || p.doc.toLowerCase().includes(filter.toLowerCase())));
  const count = Object.keys(changes.value).length;
  return (
    <Section title={t('params.title')} help="parameters" id="parameters">
      <Needs command="parameters">
        <div class="row">
          <input class="grow" type="search" placeholder={t('params.filter')} aria-label={t('params.filter')} value={filter} onInput={(e) => setFilter(e.currentTarget.value)} />
          <button type="button" class="small" disabled={!count} onClick={() => { changes.value = {}; void apply(); }}>{t('params.reset')}</button>
        </div>
        <Difference />
        <div class="params" tabIndex={0} role="region" aria-label={t('params.title')}>
          {shown.map((p) => <Slider key={p.name} p={p} />)}
        </div>
        <form class="row" onSubmit={(e) => { e.preventDefault(); saveSet(name).then(() => { notify(t('saved', { name })); void reload(); }, report); }}>
          <input value={name} placeholder={t('params.name')} aria-label={t('params.name')} onInput={(e) => setName(e.currentTarget.value)} pattern="[\p{L}\p{N} _\-]+" required />
          <button type="submit" class="small" disabled={!count}>{t('save')}</button>
          {sets.length > 0 && (
            <select aria-label={t('params.load')} onChange={(e) => { const v = e.currentTarget.value; if (v) loadSet(v).catch(report); }}>
              <option value="">{t('params.load')}</option>
              {sets.map((s) => <option key={s.name} value={s.name}>{s.name}</option>)}
            </select>
          )}
        </form>
      </Needs>
    </Section>
  );
}

function Slider({ p }: { p: Parameter }) {
  const value = changes.value[p.name]?.[0] ?? p.built_in[0] ?? p.values[0] ?? 0;
  const [low, high] = p.range;
  const whole = Number.isInteger(p.built_in[0]) && high - low >= 3;
  const step = whole ? 1 : (high - low) / 200;
  const id = `param-${p.name}`;
  return (
    <div class={`param ${changes.value[p.name] ? 'changed' : ''}`}>
      <label for={id} title={p.source}>{p.name} <small>{p.unit}</small></label>
      <output>{whole ? value : Number(value.toPrecision(3))}</output>
      <input id={id} type="range" min={low} max={high} step={step} value={value} onInput={(e) => change(p.name, [Number(e.currentTarget.value)])} />
      {changes.value[p.name] && <button type="button" class="small" aria-label={t('params.back', { name: p.name })} onClick={() => change(p.name, null)}>↺</button>}
      <p class="quiet">{p.doc}</p>
    </div>
  );
}

/** What the change does to judgement, groups and the chosen move. */
function Difference() {
  const [before, now] = [baseline.value, here(explained)];
  if (!before || !now || !Object.keys(changes.value).length) return null;
  const flips = now.groups.flatMap((g) => {
    const old = before.groups.find((o) => o.stones[0] === g.stones[0] && o.color === g.color);
    return old && old.class !== g.class ? [`${g.stones[0]}: ${t(`class.${old.class}` as 'class.weak')} → ${t(`class.${g.class}` as 'class.weak')}`] : [];
  });
  const moves = (list: Explained['candidates']) => (list ?? []).slice(0, 5).map((c) => c.move);
  return (
    <div class="answer" role="status" id="difference">
      <p><b>{t('judgement.title')}</b> {margin(before.judgement.sum)} → {margin(now.judgement.sum)} <span class="diff">{signed(now.judgement.sum - before.judgement.sum)}</span></p>
      {before.move !== now.move && <p><b>{t('params.move')}</b> {before.move} → {now.move}</p>}
      {moves(before.candidates).join() !== moves(now.candidates).join() && <p><b>{t('candidates.title')}</b> {moves(before.candidates).join(' ')} → {moves(now.candidates).join(' ')}</p>}
      {flips.length > 0 && <p><b>{t('params.flips')}</b> {flips.join(', ')}</p>}
    </div>
  );
}
