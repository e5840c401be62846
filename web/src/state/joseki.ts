/** Joseki trees: corner sequences turned to the upper left, whoever came first is Black. The user's own tree can be changed node by node. */
import { type Size, at, xOf, yOf } from '../util/coords';
import { game, type Played } from './game';
import { type GameNode, newNode, parseSgf, writeSgf } from './sgf';

export const OWN = 'joseki/own.sgf';
export type Corner = 'ul' | 'ur' | 'll' | 'lr';
export const CORNERS: Corner[] = ['ul', 'ur', 'll', 'lr'];
/** Conditions without a place; `ladder:xy` and `no-ladder:xy` name one. */
export const CONDITIONS = ['support-left', 'support-top', 'enemy-left', 'enemy-top', 'open-left', 'open-top', 'wider-left'] as const;

export interface CornerMove {
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

/** Board point of a place in a corner. */
export function boardPoint(place: string, corner: Corner, size: Size): number {
  const [column, row] = [place.charCodeAt(0) - 97, place.charCodeAt(1) - 97];
  return at(corner[1] === 'l' ? column : size.w - 1 - column, corner[0] === 'u' ? size.h - 1 - row : row, size);
}

export const emptyTree = (): GameNode => newNode(null, [['GM', ['1']], ['FF', ['4']], ['CA', ['UTF-8']], ['SZ', ['19']], ['AP', ['gosedai']]]);
export const readTree = (text: string): GameNode => parseSgf(text).games[0]!;
export const copyTree = (tree: GameNode | null): GameNode => (tree ? readTree(writeSgf(tree)) : emptyTree());

export function moveOfNode(node: GameNode): CornerMove | null {
  for (const key of ['B', 'W'] as const) {
    const place = node.props.get(key)?.[0];
    if (place) return { key, place };
  }
  return null;
}

export function lineTo(node: GameNode): CornerMove[] {
  const out: CornerMove[] = [];
  for (let n: GameNode | null = node; n; n = n.parent) {
    const m = moveOfNode(n);
    if (m) out.unshift(m);
  }
  return out;
}

export const weightOf = (node: GameNode): number => Number((node.props.get('KW')?.[0] ?? '0').split(':')[0]) || 0;
export const nameOfNode = (node: GameNode): string => node.props.get('N')?.[0] ?? '';
export const conditionsOf = (node: GameNode): string => node.props.get('KC')?.[0] ?? '';

export interface NodeText {
  name: string;
  weight: number;
  conditions: string;
}

export function writeNode(node: GameNode, text: NodeText): void {
  const set = (key: string, value: string) => (value ? node.props.set(key, [value]) : node.props.delete(key));
  set('N', text.name.trim());
  set('KC', text.conditions.trim());
  set('KW', `${text.weight}:${text.weight}`);
}

/** Follows the moves, adding those that are missing; answers the last node. Every move of the line keeps at least the weight. */
export function addLine(tree: GameNode, moves: CornerMove[], weight: number): GameNode {
  let node = tree;
  for (const m of moves) {
    node = node.children.find((c) => c.props.get(m.key)?.[0] === m.place) ?? newNode(node, [[m.key, [m.place]]]);
    const most = Math.max(weightOf(node), weight);
    node.props.set('KW', [`${most}:${most}`]);
  }
  return node;
}

/** The same node in a copy of the tree, by its moves. */
export function find(tree: GameNode, moves: CornerMove[]): GameNode | null {
  let node: GameNode | undefined = tree;
  for (const m of moves) node = node?.children.find((c) => c.props.get(m.key)?.[0] === m.place);
  return node ?? null;
}

export const countLines = (n: GameNode | null): number => (n && moveOrRoot(n) ? n.children.reduce((s, c) => s + countLines(c), n.children.length ? 0 : n.parent ? 1 : 0) : 0);
const moveOrRoot = (n: GameNode) => n.parent === null || moveOfNode(n) !== null;
