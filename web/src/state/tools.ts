/** Tools of the edit mode: stones, marks, labels. */
import { signal } from '@preact/signals';
import { type Pt, toSgf } from '../util/coords';
import { boardAt, replayAll } from './boards';
import { type Color, current, game, moveOf, setProp, touch } from './game';
import { beforeEdit } from './edits';
import { report } from './notices';
import { humanMove } from './play';
import { newNode } from './sgf';

export type Tool = 'play' | 'black' | 'white' | 'erase' | 'triangle' | 'square' | 'circle' | 'cross' | 'letter' | 'number';
export const tool = signal<Tool>('black');
/** Panels that take clicks for themselves (pattern pictures, problem targets). */
export const clickTaker = signal<((p: Pt) => void) | null>(null);

export const editGhost = (toPlay: Color): Color | 'erase' | null => {
  if (clickTaker.value) return null;
  if (tool.value === 'play') return toPlay;
  if (tool.value === 'black' || tool.value === 'white') return tool.value;
  return tool.value === 'erase' ? 'erase' : null;
};

const MARKS: Partial<Record<Tool, string>> = { triangle: 'TR', square: 'SQ', circle: 'CR', cross: 'MA' };

export function editClick(p: Pt, e: { shift: boolean }): void {
  if (clickTaker.value) return clickTaker.value(p);
  const name = toSgf(p, game.value.size);
  const chosen = tool.value;
  if (chosen === 'play') return void humanMove(p);
  const mark = MARKS[chosen];
  if (mark) {
    beforeEdit();
    const old = current.value.props.get(mark) ?? [];
    setProp(current.value, mark, old.includes(name) ? old.filter((v) => v !== name) : [...old, name]);
    return;
  }
  if (chosen === 'letter' || chosen === 'number') {
    beforeEdit();
    const old = current.value.props.get('LB') ?? [];
    const has = old.find((v) => v.startsWith(`${name}:`));
    if (has) return setProp(current.value, 'LB', old.filter((v) => v !== has));
    const used = new Set(old.map((v) => v.split(':')[1]));
    const names = chosen === 'letter' ? [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'] : Array.from({ length: 99 }, (_, i) => String(i + 1));
    return setProp(current.value, 'LB', [...old, `${name}:${names.find((n) => !used.has(n)) ?? '?'}`]);
  }
  const color = (e.shift ? { black: 'white', white: 'black', erase: 'erase' } : { black: 'black', white: 'white', erase: 'erase' })[chosen as 'black'];
  setStone(p, color as 'black' | 'white' | 'erase');
}

/** Puts a stone by setup. A node that holds a move gets a setup node after it, as the standard wants. */
export function setStone(p: Pt, what: Color | 'erase'): void {
  beforeEdit();
  const { size } = game.value;
  let node = current.value;
  if (moveOf(node, size)) node = current.value = newNode(node);
  const name = toSgf(p, size);
  const board = boardAt(node.parent ?? node);
  const before = node.parent && board ? board.cells[p]! : 0;
  for (const key of ['AB', 'AW', 'AE']) {
    const left = (node.props.get(key) ?? []).filter((v) => v !== name);
    if (left.length) node.props.set(key, left);
    else node.props.delete(key);
  }
  const now = what === 'black' ? 1 : what === 'white' ? 2 : 0;
  const standing = boardAt(current.value)?.cells[p];
  // a second click with the same stone takes it away again
  const wanted = what !== 'erase' && standing === now ? 0 : now;
  if (wanted !== before) {
    const key = wanted === 1 ? 'AB' : wanted === 2 ? 'AW' : 'AE';
    node.props.set(key, [...(node.props.get(key) ?? []), name]);
  }
  touch();
  replayAll().catch(report);
}
