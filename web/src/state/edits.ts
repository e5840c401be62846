/** Undo and redo of edits (never of moves played): snapshots of the record before each edit. */
import { signal } from '@preact/signals';
import { current, openGame, pathOf, recordText } from './game';
import { type GameNode, parseSgf } from './sgf';

interface Snapshot {
  sgf: string;
  path: number[];
}

const past = signal<Snapshot[]>([]);
const future = signal<Snapshot[]>([]);
export const canUndo = () => past.value.length > 0;
export const canRedo = () => future.value.length > 0;

const take = (): Snapshot => ({ sgf: recordText(), path: pathOf(current.value).slice(1).map((n) => n.parent!.children.indexOf(n)) });

/** Call before changing the record by editing. */
export function beforeEdit(): void {
  past.value = [...past.value, take()].slice(-60);
  future.value = [];
}

function restore(s: Snapshot): void {
  const { games } = parseSgf(s.sgf);
  let node: GameNode = games[0]!;
  for (const i of s.path) node = node.children[i] ?? node;
  openGame(games[0]!, [], node);
}

export function undoEdit(): void {
  const last = past.value[past.value.length - 1];
  if (!last) return;
  future.value = [...future.value, take()];
  past.value = past.value.slice(0, -1);
  restore(last);
}

export function redoEdit(): void {
  const next = future.value[future.value.length - 1];
  if (!next) return;
  past.value = [...past.value, take()];
  future.value = future.value.slice(0, -1);
  restore(next);
}
