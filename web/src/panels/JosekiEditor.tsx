/** Joseki editor: the corner sequence of the line in view, turned to the upper left, named and saved into the user's tree. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import { current, game, moveOf, pathOf, type Played } from '../state/game';
import { readKnowledge, saveKnowledge, type Checked } from '../state/knowledge';
import { notify, report } from '../state/notices';
import { newNode, parseSgf, writeSgf, type GameNode } from '../state/sgf';
import { xOf, yOf } from '../util/coords';
import { Needs, Section, Select } from '../util/ui';

const PATH = 'joseki/own.sgf';
type Corner = 'ul' | 'ur' | 'll' | 'lr';
interface CornerMove {
  key: 'B' | 'W';
  place: string;
}

/** Moves of the line inside a corner's 9×9, turned; the first to play there is Black. */
export function cornerMoves(moves: Played[], corner: Corner): CornerMove[] {
  const { size } = game.value;
  const out: CornerMove[] = [];
  let first: string | null = null;
  for (const m of moves) {
    if (m.point === null) continue;
    const column = corner[1] === 'l' ? xOf(m.point, size) : size.w - 1 - xOf(m.point, size);
    const row = corner[0] === 'u' ? size.h - 1 - yOf(m.point, size) : yOf(m.point, size);
    if (column > 8 || row > 8) continue;
    first ??= m.color;
    out.push({ key: m.color === first ? 'B' : 'W', place: String.fromCharCode(97 + column, 97 + row) });
  }
  return out;
}

/** Of the two mirror images the one whose first stone off the diagonal lies above it, as in the program's trees. */
export function upright(moves: CornerMove[]): CornerMove[] {
  const off = moves.find((m) => m.place[0] !== m.place[1]);
  const mirrored = off && off.place[0]! < off.place[1]!;
  return mirrored ? moves.map((m) => ({ key: m.key, place: m.place[1]! + m.place[0]! })) : moves;
}

function emptyTree(): GameNode {
  return newNode(null, [['GM', ['1']], ['FF', ['4']], ['CA', ['UTF-8']], ['SZ', ['19']], ['AP', ['gosedai']]]);
}

export function JosekiEditor() {
  const [corner, setCorner] = useState<Corner>('ur');
  const [name, setName] = useState('my joseki / 自作定石');
  const [conditions, setConditions] = useState('');
  const [weight, setWeight] = useState(1000);
  const [tree, setTree] = useState<GameNode | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const load = () => readKnowledge(PATH).then((k) => setTree(k.own ? parseSgf(k.own).games[0]! : null), report);
  useEffect(() => void load(), []);
  const moves = pathOf(current.value).flatMap((n) => { const m = moveOf(n, game.value.size); return m ? [m] : []; });
  const line = cornerMoves(moves, corner);
  const save = async () => {
    const root = tree ? parseSgf(writeSgf(tree)).games[0]! : emptyTree();
    let node = root;
    for (const m of upright(line)) {
      const known = node.children.find((c) => c.props.get(m.key)?.[0] === m.place);
      node = known ?? newNode(node, [[m.key, [m.place]]]);
      const old = Number((node.props.get('KW')?.[0] ?? '0').split(':')[0]);
      node.props.set('KW', [`${Math.max(old, weight)}:${Math.max(old, weight)}`]);
    }
    if (name) node.props.set('N', [name]);
    if (conditions.trim()) node.props.set('KC', [conditions.trim()]);
    try {
      const c = await saveKnowledge(PATH, writeSgf(root));
      setChecked(c);
      if (c.sound) {
        setTree(root);
        notify(t('saved', { name }));
      }
    } catch (error) {
      report(error);
    }
  };
  const count = (n: GameNode | null): number => (n ? n.children.reduce((s, c) => s + count(c), n.children.length ? 0 : 1) : 0);
  return (
    <Section title={t('joseki.editor')} help="joseki" open={false} id="joseki-editor">
      <Needs command="check">
        <p class="quiet">{t('joseki.how')}</p>
        <div class="form-grid">
          <Select label={t('joseki.corner')} value={corner} options={[['ul', t('corner.ul')], ['ur', t('corner.ur')], ['ll', t('corner.ll')], ['lr', t('corner.lr')]]} onChange={setCorner} />
          <label class="field"><span>{t('joseki.name')}</span><input name="joseki-name" value={name} onInput={(e) => setName(e.currentTarget.value)} /></label>
          <label class="field"><span>{t('joseki.conditions')}</span><input value={conditions} placeholder="ladder:dd open-top" onInput={(e) => setConditions(e.currentTarget.value)} /></label>
          <label class="field"><span>{t('joseki.weight')}</span><input type="number" min={1} value={weight} onInput={(e) => setWeight(e.currentTarget.valueAsNumber || 1)} /></label>
        </div>
        <p>{line.length ? line.map((m, i) => `${i + 1}${m.key === 'B' ? '●' : '○'}${m.place}`).join(' ') : t('joseki.none')}</p>
        <div class="row">
          <button type="button" class="primary" disabled={line.length < 2} onClick={() => void save()}>{t('joseki.add')}</button>
          <span class="quiet">{t('joseki.count', { count: count(tree) })}</span>
        </div>
        {checked && !checked.sound && <ul class="error" role="alert">{checked.complaints.map((c) => <li key={c}>{c}</li>)}</ul>}
      </Needs>
    </Section>
  );
}
