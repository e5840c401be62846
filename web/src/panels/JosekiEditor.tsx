/** Joseki editor: lines from the board, and the tree itself node by node. What is changed is the user's own tree, over the program's. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Checked } from '../api/types';
import { t } from '../i18n';
import { current, game, moveOf, openGame, pathOf } from '../state/game';
import { points, preview, sequence } from '../state/highlight';
import { CONDITIONS, CORNERS, OWN, addLine, boardPoint, conditionsOf, copyTree, cornerMoves, countLines, find, lineTo, nameOfNode, readTree, upright, weightOf, writeNode, type Corner, type CornerMove, type NodeText } from '../state/joseki';
import { check, readKnowledge, saveKnowledge } from '../state/knowledge';
import { notify, report } from '../state/notices';
import { newNode, writeSgf, type GameNode } from '../state/sgf';
import { gtp, toSgf } from '../util/coords';
import { Needs, Section, Select } from '../util/ui';
import { JosekiTree } from './JosekiTree';

const FRESH: NodeText = { name: 'my joseki / 自作定石', weight: 1000, conditions: '' };

export function JosekiEditor() {
  const [corner, setCorner] = useState<Corner>('ur');
  const [text, setText] = useState<NodeText>(FRESH);
  const [own, setOwn] = useState<GameNode | null>(null);
  const [file, setFile] = useState(OWN);
  const [files, setFiles] = useState<string[]>([]);
  const [shown, setShown] = useState<GameNode | null>(null);
  const [chosen, setChosen] = useState<GameNode | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  // a tree that comes late must not replace one that was saved or asked for since
  const wanted = useRef(0);
  const load = (path: string) => readTreeOf(path, ++wanted.current);
  const readTreeOf = (path: string, turn: number) => readKnowledge(path).then((k) => {
    setFiles(k.files.filter((f) => f.path.startsWith('joseki/') && f.built_in).map((f) => f.path));
    if (turn !== wanted.current) return;
    const content = path === OWN ? k.own : k.built_in;
    const tree = content ? readTree(content) : null;
    setShown(tree);
    setChosen(null);
    if (path === OWN) setOwn(tree);
  }, report);
  useEffect(() => void load(OWN), []);
  const openFile = (path: string) => {
    setFile(path);
    void load(path);
  };
  useEffect(() => () => void (preview.value = []), []);

  const moves = pathOf(current.value).flatMap((n) => { const m = moveOf(n, game.value.size); return m ? [m] : []; });
  const line = cornerMoves(moves, corner);
  const placeName = (place: string) => gtp(boardPoint(place, corner, { w: 19, h: 19 }), { w: 19, h: 19 });
  const numbered = (list: CornerMove[]) => sequence(list.map((m) => ({ color: m.key === 'B' ? 'black' : 'white', move: gtp(boardPoint(m.place, corner, game.value.size), game.value.size) })));
  const show = (c: Checked) => {
    setChecked(c);
    preview.value = c.matches.flatMap((m, i) => points([m.move]).map((p) => ({ kind: 'label' as const, p, text: String.fromCharCode(65 + i), tone: 'accent' as const })));
  };

  /** Applies a change to a copy of the own tree; keeps it only if the engine finds it sound. */
  const save = async (change: (tree: GameNode) => GameNode | null, name: string) => {
    const tree = copyTree(own);
    const place = change(tree);
    try {
      const c = await saveKnowledge(OWN, writeSgf(tree));
      setChecked(c);
      if (!c.sound) return;
      wanted.current++;
      setOwn(tree);
      setFile(OWN);
      setShown(tree);
      setChosen(place);
      notify(t('saved', { name }));
    } catch (error) {
      report(error);
    }
  };
  const addFromBoard = () => save((tree) => { const node = addLine(tree, upright(line), text.weight); writeNode(node, text); return node; }, text.name);
  const changeNode = () => save((tree) => { const node = find(tree, lineTo(chosen!)) ?? addLine(tree, lineTo(chosen!), text.weight); writeNode(node, text); return node; }, text.name || t('joseki.editor'));
  const removeNode = () => save((tree) => { const node = find(tree, lineTo(chosen!)); const up = node?.parent ?? null; up?.children.splice(up.children.indexOf(node!), 1); return up?.parent ? up : null; }, t('joseki.removed'));
  const choose = (node: GameNode) => {
    setChosen(node);
    setText({ name: nameOfNode(node), weight: weightOf(node) || 1, conditions: conditionsOf(node) });
    preview.value = numbered(lineTo(node));
  };
  const putOnBoard = () => {
    const size = { w: 19, h: 19 };
    let node = newNode(null, [['GM', ['1']], ['FF', ['4']], ['SZ', ['19']]]);
    const root = node;
    for (const m of lineTo(chosen!)) node = newNode(node, [[m.key, [toSgf(boardPoint(m.place, corner, size), size)]]]);
    openGame(root, [], node);
  };
  const words = text.conditions.split(/\s+/).filter(Boolean);
  const toggle = (word: string, on: boolean) => setText({ ...text, conditions: (on ? [...words, word] : words.filter((w) => w !== word)).join(' ') });
  return (
    <Section title={t('joseki.editor')} help="joseki" id="joseki-editor">
      <Needs command="check">
        <p class="quiet">{t('joseki.how')}</p>
        <div class="form-grid">
          <Select label={t('joseki.corner')} value={corner} options={CORNERS.map((c) => [c, t(`corner.${c}`)])} onChange={setCorner} />
          <Select label={t('joseki.tree')} value={file} options={[[OWN, t('joseki.own', { count: countLines(own) })], ...files.map((f): [string, string] => [f, f.replace(/^joseki\/|\.sgf$/g, '')])]} onChange={openFile} />
        </div>
        {shown && <JosekiTree tree={shown} chosen={chosen} nameOf={placeName} onChoose={choose} />}
        <h3>{chosen ? t('joseki.node', { moves: lineTo(chosen).length }) : t('joseki.fromBoard')}</h3>
        <p>{(chosen ? lineTo(chosen) : line).map((m, i) => `${i + 1}${m.key === 'B' ? '●' : '○'} ${placeName(m.place)}`).join(' · ') || t('joseki.none')}</p>
        <div class="form-grid">
          <label class="field"><span>{t('joseki.name')}</span><input name="joseki-name" value={text.name} onInput={(e) => setText({ ...text, name: e.currentTarget.value })} /></label>
          <label class="field"><span>{t('joseki.weight')}</span><input type="number" min={1} value={text.weight} onInput={(e) => setText({ ...text, weight: e.currentTarget.valueAsNumber || 1 })} /></label>
          <label class="field"><span>{t('joseki.conditions')}</span><input name="joseki-conditions" value={text.conditions} placeholder="ladder:dd" onInput={(e) => setText({ ...text, conditions: e.currentTarget.value })} /></label>
        </div>
        <fieldset class="conditions"><legend>{t('rules.when')}</legend>
          {CONDITIONS.map((c) => <label key={c} class="check"><input type="checkbox" checked={words.includes(c)} onChange={(e) => toggle(c, e.currentTarget.checked)} />{t(`josekiWhen.${c}`)}</label>)}
        </fieldset>
        <div class="row">
          {chosen ? (
            <>
              <button type="button" class="primary" onClick={() => void changeNode()}>{t(file === OWN ? 'joseki.change' : 'joseki.copy')}</button>
              {file === OWN && <button type="button" onClick={() => void removeNode()}>{t('joseki.remove')}</button>}
              <button type="button" onClick={putOnBoard}>{t('joseki.put')}</button>
              <button type="button" onClick={() => { setChosen(null); setText(FRESH); preview.value = []; }}>{t('joseki.leave')}</button>
            </>
          ) : <button type="button" class="primary" disabled={line.length < 2} onClick={() => void addFromBoard()}>{t('joseki.add')}</button>}
          {own && <button type="button" onClick={() => check(OWN, writeSgf(own)).then(show, report)}>{t('rules.test')}</button>}
        </div>
        {checked && (checked.sound ? <p role="status" class="matches">{t('rules.matches', { count: checked.matches.length })} {checked.matches.map((m) => `${m.move}${m.name ? ` (${m.name})` : ''}`).join(', ')}</p> : <ul class="error" role="alert">{checked.complaints.map((c) => <li key={c}>{c}</li>)}</ul>)}
      </Needs>
    </Section>
  );
}
