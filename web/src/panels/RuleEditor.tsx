/** Editor for tesuji, eye-space, shape and endgame rules: a picture, a value, conditions; matches are shown on the board. */
import { useEffect, useState } from 'preact/hooks';
import type { Checked } from '../api/types';
import { t } from '../i18n';
import { light, points, preview } from '../state/highlight';
import { check, parseRules, readKnowledge, saveKnowledge, writeRules, type OwnRule } from '../state/knowledge';
import { notify, report } from '../state/notices';
import { NumberField, Section, Select } from '../util/ui';
import { Needs } from '../util/ui';

const KINDS = { tesuji: 'cases/tesuji.toml', eye_space: 'cases/eye_space.toml', shape: 'cases/shape.toml', endgame: 'cases/endgame.toml' } as const;
type Kind = keyof typeof KINDS;
const SIGNS = ['.', 'X', 'O', '*', 'x', 'o', '?', '#'];
const CONDITIONS = ['safe-move', 'own-weak', 'enemy-weak', 'neighbour-weak', 'fleeing', 'catches', 'sacrifice-works', 'life-or-death', 'double-atari', 'atari'];
const blank = (): OwnRule => ({ id: 'my-rule', en: 'my rule', ja: '自作の手', rows: ['....', '.XO.', '.*..', '####'], value: 3, both: false, when: [] });

export function RuleEditor() {
  const [kind, setKind] = useState<Kind>('tesuji');
  const [own, setOwn] = useState<OwnRule[]>([]);
  const [builtIn, setBuiltIn] = useState<OwnRule[]>([]);
  const [rule, setRule] = useState<OwnRule>(blank());
  const [checked, setChecked] = useState<Checked | null>(null);
  const [sign, setSign] = useState('X');
  const path = KINDS[kind];
  useEffect(() => {
    readKnowledge(path).then((k) => {
      setOwn(parseRules(k.own ?? ''));
      setBuiltIn(parseRules(k.built_in ?? ''));
    }, report);
    setChecked(null);
  }, [kind]);
  useEffect(() => () => void (preview.value = []), []);
  const set = (part: Partial<OwnRule>) => setRule({ ...rule, ...part });
  const withRule = () => [...own.filter((r) => r.id !== rule.id), rule];
  const tell = (c: Checked) => {
    setChecked(c);
    preview.value = c.matches.filter((m) => m.id === rule.id).flatMap((m, i) => points([m.move]).map((p) => ({ kind: 'label' as const, p, text: String(i + 1), tone: 'accent' as const })));
  };
  const test = () => check(path, writeRules([rule])).then(tell, report);
  const save = async () => {
    try {
      const c = await saveKnowledge(path, writeRules(withRule()));
      tell(c);
      if (c.sound) {
        setOwn(withRule());
        notify(t('saved', { name: rule.id }));
      }
    } catch (error) {
      report(error);
    }
  };
  const remove = async () => {
    const left = own.filter((r) => r.id !== rule.id);
    await saveKnowledge(path, writeRules(left)).catch(report);
    setOwn(left);
  };
  const paint = (y: number, x: number) => {
    const rows = rule.rows.map((r) => [...r]);
    if (sign === '*') rows.forEach((r) => r.forEach((c, i) => c === '*' && (r[i] = '.')));
    rows[y]![x] = rows[y]![x] === sign ? '.' : sign;
    set({ rows: rows.map((r) => r.join('')) });
  };
  const resize = (w: number, h: number) => {
    const [W, H] = [Math.min(9, Math.max(2, w)), Math.min(9, Math.max(1, h))];
    set({ rows: Array.from({ length: H }, (_, y) => (rule.rows[y] ?? '').padEnd(W, '.').slice(0, W)) });
  };
  const mine = checked?.matches.filter((m) => m.id === rule.id) ?? [];
  return (
    <Section title={t('rules.editor')} help="tesuji" id="rule-editor">
      <Needs command="check">
        <div class="form-grid">
          <Select label={t('rules.kind')} value={kind} options={(Object.keys(KINDS) as Kind[]).map((k) => [k, t(`ruleKind.${k}`)])} onChange={setKind} />
          <Select label={t('rules.open')} value="" options={[['', '–'], ...own.map((r): [string, string] => [r.id, `★ ${r.id}`]), ...builtIn.map((r): [string, string] => [r.id, r.id])]} onChange={(id) => { const r = own.find((x) => x.id === id) ?? builtIn.find((x) => x.id === id); if (r) setRule(r); }} />
        </div>
        <div class="row signs" role="group" aria-label={t('rules.signs')}>
          {SIGNS.map((s) => <button key={s} type="button" class="icon" aria-pressed={sign === s} title={t(`sign.${s}` as 'sign.X')} aria-label={t(`sign.${s}` as 'sign.X')} onClick={() => setSign(s)}>{s}</button>)}
          <span class="quiet">{t(`sign.${sign}` as 'sign.X')}</span>
        </div>
        <div class="picture" style={{ gridTemplateColumns: `repeat(${rule.rows[0]!.length}, 2.1rem)` }} role="group" aria-label={t('rules.picture')}>
          {rule.rows.flatMap((row, y) => [...row].map((c, x) => (
            <button key={`${y}-${x}`} type="button" class={`cell c-${c === '#' ? 'edge' : c === '*' ? 'move' : c === '.' ? 'empty' : c}`} aria-label={`${x + 1},${y + 1}: ${t(`sign.${c}` as 'sign.X')}`} onClick={() => paint(y, x)}>{c === '.' ? '·' : c}</button>
          )))}
        </div>
        <div class="form-grid">
          <NumberField label={t('play.width')} value={rule.rows[0]!.length} min={2} max={9} onChange={(w) => resize(w, rule.rows.length)} />
          <NumberField label={t('play.height')} value={rule.rows.length} min={1} max={9} onChange={(h) => resize(rule.rows[0]!.length, h)} />
          <label class="field"><span>{t('problem.id')}</span><input name="rule-id" value={rule.id} onInput={(e) => set({ id: e.currentTarget.value.replace(/[^\w-]/g, '-') })} /></label>
          <NumberField label={t('rules.value')} value={rule.value} min={-50} max={50} step={0.5} onChange={(value) => set({ value })} />
          <label class="field"><span>English</span><input value={rule.en} onInput={(e) => set({ en: e.currentTarget.value })} /></label>
          <label class="field"><span lang="ja">日本語</span><input value={rule.ja} onInput={(e) => set({ ja: e.currentTarget.value })} /></label>
        </div>
        <fieldset class="conditions"><legend>{t('rules.when')}</legend>
          {CONDITIONS.map((c) => <label key={c} class="check"><input type="checkbox" checked={rule.when.includes(c)} onChange={(e) => set({ when: e.currentTarget.checked ? [...rule.when, c] : rule.when.filter((x) => x !== c) })} />{t(`condition.${c}` as 'condition.atari')}</label>)}
          <label class="check"><input type="checkbox" checked={rule.both} onChange={(e) => set({ both: e.currentTarget.checked })} />{t('rules.both')}</label>
        </fieldset>
        <div class="row">
          <button type="button" onClick={test}>{t('rules.test')}</button>
          <button type="button" class="primary" onClick={() => void save()}>{t('save')}</button>
          {own.some((r) => r.id === rule.id) && <button type="button" onClick={() => void remove()}>{t('rules.remove')}</button>}
          <button type="button" onClick={() => setRule(blank())}>{t('rules.new')}</button>
        </div>
        {checked && (checked.complaints.length ? <ul class="error" role="alert">{checked.complaints.map((c) => <li key={c}>{c}</li>)}</ul> : <p role="status" onMouseEnter={() => (preview.value = light(mine.map((m) => m.move)))}>{t('rules.matches', { count: mine.length })} {mine.slice(0, 12).map((m) => m.move).join(' ')}</p>)}
      </Needs>
    </Section>
  );
}
