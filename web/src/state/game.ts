/** The record being worked on: its tree, where we are in it, and every way of changing it. */
import { batch, computed, signal } from '@preact/signals';
import { type Pt, type Size, fromSgf, gtp, pointsOfSgf, toSgf } from '../util/coords';
import { type GameNode, newNode, parseSgf, writeSgf } from './sgf';

export type Color = 'black' | 'white';
export const other = (c: Color): Color => (c === 'black' ? 'white' : 'black');

export interface Game {
  root: GameNode;
  size: Size;
}

export const emptyGame = (w = 19, h = w, props: [string, string[]][] = []): Game => ({
  root: newNode(null, [
    ['GM', ['1']],
    ['FF', ['4']],
    ['CA', ['UTF-8']],
    ['AP', ['Gosedai']],
    ['SZ', [w === h ? `${w}` : `${w}:${h}`]],
    ...props,
  ]),
  size: { w, h },
});

export const game = signal<Game>(emptyGame());
export const current = signal<GameNode>(game.value.root);
/** Grows with every change of the tree or its properties. */
export const revision = signal(0);
/** The other games of a loaded collection. */
export const collection = signal<GameNode[]>([]);

/** For each fork passed through: the child last visited, so that "forward" goes on in the same line. */
const lastChild = new WeakMap<GameNode, GameNode>();

export const touch = () => (revision.value += 1);

export function sizeOf(root: GameNode): Size {
  const text = root.props.get('SZ')?.[0] ?? '19';
  const [w, h] = text.split(':').map((n) => parseInt(n, 10));
  const fit = (n: number | undefined) => (n && n >= 1 && n <= 25 ? n : 19);
  return { w: fit(w), h: fit(h ?? w) };
}

export function openGame(root: GameNode, others: GameNode[] = [], place?: GameNode): void {
  batch(() => {
    game.value = { root, size: sizeOf(root) };
    collection.value = others;
    current.value = place ?? root;
    touch();
  });
}

/** Loads SGF text; returns what was wrong with it but could be lived with. */
export function loadSgf(text: string): { kind: string; line: number }[] {
  const { games, warnings } = parseSgf(text);
  const size = games[0]!.props.get('SZ')?.[0] ?? '19';
  const sides = size.split(':').map((n) => parseInt(n, 10));
  if (sides.some((n) => n > 25)) warnings.push({ kind: 'too-big', line: 1 });
  openGame(games[0]!, games);
  return warnings;
}

export const goTo = (node: GameNode) => {
  for (let n: GameNode | null = node; n?.parent; n = n.parent) lastChild.set(n.parent, n);
  current.value = node;
};

export const nextOf = (node: GameNode): GameNode | undefined => {
  const remembered = lastChild.get(node);
  return remembered && remembered.parent === node && node.children.includes(remembered) ? remembered : node.children[0];
};

export function forward(steps = 1): void {
  let node = current.value;
  for (let i = 0; i < steps; i++) node = nextOf(node) ?? node;
  current.value = node;
}

export function back(steps = 1): void {
  let node = current.value;
  for (let i = 0; i < steps && node.parent; i++) {
    lastChild.set(node.parent, node);
    node = node.parent;
  }
  current.value = node;
}

export const toStart = () => back(Infinity);

export function toEnd(): void {
  let node = current.value;
  for (let next = nextOf(node); next; next = nextOf(node)) node = next;
  current.value = node;
}

/** Another child of the same parent, or the nearest fork's. */
export function sibling(direction: 1 | -1): void {
  const node = current.value;
  const brothers = node.parent?.children ?? [];
  const target = brothers[brothers.indexOf(node) + direction];
  if (target) goTo(target);
}

export function toLastFork(): void {
  let node = current.value.parent;
  while (node && node.children.length < 2) node = node.parent;
  current.value = node ?? game.value.root;
}

export function toMainLine(): void {
  const path = pathOf(current.value);
  let split = 0;
  while (split + 1 < path.length && path[split]!.children[0] === path[split + 1]) split++;
  current.value = path[split]!;
}

export function pathOf(node: GameNode): GameNode[] {
  const path: GameNode[] = [];
  for (let n: GameNode | null = node; n; n = n.parent) path.push(n);
  return path.reverse();
}

export interface Played {
  color: Color;
  /** null for a pass. */
  point: Pt | null;
}

export function moveOf(node: GameNode, size: Size): Played | null {
  for (const [key, color] of [['B', 'black'], ['W', 'white']] as const) {
    const value = node.props.get(key)?.[0];
    if (value !== undefined) {
      const pass = value === '' || (value === 'tt' && size.w <= 19 && size.h <= 19);
      return { color, point: pass ? null : fromSgf(value, size) };
    }
  }
  return null;
}

/** Number of moves from the root to here. */
export function moveNumber(node: GameNode): number {
  let count = 0;
  for (let n: GameNode | null = node; n; n = n.parent) if (n.props.has('B') || n.props.has('W')) count++;
  return count;
}

export const isSetup = (node: GameNode) => ['AB', 'AW', 'AE'].some((k) => node.props.has(k));

/** The nodes from the root along the current line to its end: what the graph shows. */
export const line = computed(() => {
  void revision.value;
  const path = pathOf(current.value);
  for (let next = nextOf(path[path.length - 1]!); next; next = nextOf(next)) path.push(next);
  return path;
});

/** Adds a move (or walks to it if the record has it already). */
export function addMove(color: Color, point: Pt | null): GameNode {
  const { size } = game.value;
  const value = point === null ? '' : toSgf(point, size);
  const key = color === 'black' ? 'B' : 'W';
  const known = current.value.children.find((c) => (c.props.get(key)?.[0] ?? null) === value);
  const node = known ?? newNode(current.value, [[key, [value]]]);
  goTo(node);
  touch();
  return node;
}

export const nameOf = (p: Pt | null) => (p === null ? 'pass' : gtp(p, game.value.size));

export const info = (key: string): string => {
  void revision.value;
  return game.value.root.props.get(key)?.[0] ?? '';
};

export const setProp = (node: GameNode, key: string, values: string[] | null) => {
  if (values && values.length) node.props.set(key, values);
  else node.props.delete(key);
  touch();
};

export const setupPoints = (node: GameNode, key: string): Pt[] => pointsOfSgf(node.props.get(key) ?? [], game.value.size);

export const recordText = () => writeSgf(game.value.root);

export const komi = computed(() => {
  const value = parseFloat(info('KM'));
  return Number.isFinite(value) ? value : null;
});
export const rules = computed(() => info('RU') || null);
