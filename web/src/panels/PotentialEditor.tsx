/** Potential-pattern editor: how a stone radiates by the place it stands on. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import { current } from '../state/game';
import { light, preview } from '../state/highlight';
import { check, dropKnowledge, readKnowledge, saveKnowledge } from '../state/knowledge';
import { overlays, toggleOverlay } from '../state/overlays';
import { notify, report } from '../state/notices';
import { Needs, Section, Select } from '../util/ui';

const PATH = 'potential/patterns.toml';
interface Grid {
  place: string;
  rows: number[][];
}

const parse = (text: string): Grid[] => [...text.matchAll(/^\[([\w-]+)\]\s*\ngrid = '''\n([\s\S]*?)'''/gm)].map((m) => ({ place: m[1]!, rows: m[2]!.trim().split('\n').map((r) => r.trim().split(/\s+/).map(Number)) }));
const write = (grids: Grid[]) => `# Potential patterns of your own.\n${grids.map((g) => `\n[${g.place}]\ngrid = '''\n${g.rows.map((r) => r.map((n) => String(n).padStart(4)).join('')).join('\n')}\n'''\n`).join('')}`;

export function PotentialEditor() {
  const [grids, setGrids] = useState<Grid[]>([]);
  const [place, setPlace] = useState('centre');
  const [own, setOwn] = useState(false);
  const [complaints, setComplaints] = useState<string[]>([]);
  const load = () => readKnowledge(PATH).then((k) => {
    setGrids(parse(k.own ?? k.built_in ?? ''));
    setOwn(!!k.own);
  }, report);
  useEffect(() => void load(), []);
  const grid = grids.find((g) => g.place === place) ?? grids[0];
  const set = (y: number, x: number, value: number) => setGrids(grids.map((g) => (g === grid ? { ...g, rows: g.rows.map((r, i) => (i === y ? r.map((n, j) => (j === x ? value : n)) : r)) } : g)));
  const scale = (by: number) => setGrids(grids.map((g) => (g === grid ? { ...g, rows: g.rows.map((r) => r.map((n) => Math.min(100, Math.round(n * by)))) } : g)));
  const [stones, setStones] = useState<string[] | null>(null);
  const showStones = () => check(PATH, write(grids)).then((c) => {
    setComplaints(c.complaints);
    const mine = c.matches.filter((m) => m.id === grid?.place).map((m) => m.move);
    setStones(c.sound ? mine : null);
    preview.value = light(mine);
  }, report);
  useEffect(() => setStones(null), [place, current.value]);
  useEffect(() => () => void (preview.value = []), []);
  const save = () => saveKnowledge(PATH, write(grids)).then((c) => {
    setComplaints(c.complaints);
    if (c.sound) {
      setOwn(true);
      if (!overlays.value.has('potential')) toggleOverlay('potential');
      notify(t('saved', { name: PATH }));
    }
  }, report);
  return (
    <Section title={t('potential.editor')} help="potential" id="potential-editor">
      <Needs command="check">
        <div class="row bottom">
          <Select label={t('potential.place')} value={grid?.place ?? ''} options={grids.map((g) => [g.place, t(`place.${g.place}` as 'place.centre')])} onChange={setPlace} />
          <button type="button" class="small" onClick={() => scale(1.1)}>×1.1</button><button type="button" class="small" onClick={() => scale(1 / 1.1)}>÷1.1</button>
        </div>
        {grid && (
          <div class="grid-editor" tabIndex={0} role="region" aria-label={t('potential.editor')} style={{ gridTemplateColumns: `repeat(${grid.rows[0]!.length}, minmax(1.55rem, 1fr))` }}>
            {grid.rows.flatMap((r, y) => r.map((n, x) => <input key={`${y}-${x}`} type="number" min={0} max={100} value={n} aria-label={`${x + 1},${y + 1}`} style={{ background: `color-mix(in srgb, var(--accent) ${Math.round(n * 0.6)}%, var(--card))` }} onChange={(e) => set(y, x, Math.round(e.currentTarget.valueAsNumber || 0))} />))}
          </div>
        )}
        <div class="row">
          <button type="button" onClick={() => void showStones()}>{t('rules.test')}</button>
          <button type="button" class="primary" onClick={() => void save()}>{t('save')}</button>
          <button type="button" disabled={!own} onClick={() => dropKnowledge(PATH).then(load, report)}>{t('potential.back')}</button>
        </div>
        {stones && <p role="status" class="matches">{t('potential.stones', { count: stones.length })} {stones.slice(0, 12).join(' ')}</p>}
        {complaints.length > 0 && <ul class="error" role="alert">{complaints.map((c) => <li key={c}>{c}</li>)}</ul>}
      </Needs>
    </Section>
  );
}
