/** The line from the root to a node as a record of its own: what the engine is asked about. */
import { toSgf } from '../util/coords';
import { boardAt } from './boards';
import { game, isSetup, moveOf, pathOf } from './game';
import type { GameNode } from './sgf';

export interface GameRequest {
  sgf: string;
}

/** Stones put later than at the root: the line starts from the board there. */
function startOf(path: GameNode[]): number {
  let start = 0;
  path.forEach((n, i) => {
    if (i > 0 && (isSetup(n) || n.props.has('PL'))) start = i;
  });
  return start;
}

/** The nodes of the positions that `linearSgf` plays through: the start, then one for every move. */
export function positionsOf(node: GameNode): GameNode[] {
  const path = pathOf(node);
  const start = startOf(path);
  const moves = path.slice(start + 1).filter((n) => moveOf(n, game.value.size));
  return start === 0 && moveOf(path[0]!, game.value.size) ? [path[0]!, path[0]!, ...moves] : [path[start]!, ...moves];
}

/** What a reader wants to know of a game besides its moves. */
const ABOUT = ['GN', 'EV', 'RO', 'PC', 'DT', 'PB', 'BR', 'PW', 'WR', 'RE'];

/** `about`: with names, date and result, where the answer is to be read by itself. */
export function linearSgf(node: GameNode, about = false): GameRequest {
  const { size, root } = game.value;
  const path = pathOf(node);
  const start = startOf(path);
  const head = path[start]!;
  const get = (key: string) => root.props.get(key)?.[0];
  const escape = (v: string) => v.replace(/[\\\]]/g, '\\$&');
  let sgf = `(;GM[1]FF[4]CA[UTF-8]SZ[${size.w === size.h ? size.w : `${size.w}:${size.h}`}]`;
  for (const key of ['RU', 'KM', 'HA', ...(about ? ABOUT : [])]) if (get(key) !== undefined) sgf += `${key}[${escape(get(key)!)}]`;
  const list = (key: string, points: string[]) => points.length && (sgf += key + points.map((p) => `[${p}]`).join(''));
  const setupMove = start > 0 ? null : moveOf(head, size);
  if (start > 0) {
    const board = boardAt(head);
    const of = (value: number) => [...(board?.cells ?? [])].flatMap((c, p) => (c === value ? [toSgf(p, size)] : []));
    list('AB', of(1));
    list('AW', of(2));
    sgf += `PL[${board?.toPlay === 'white' ? 'W' : 'B'}]`;
  } else {
    for (const key of ['AB', 'AW']) list(key, head.props.get(key) ?? []);
    const turn = head.props.get('PL')?.[0] ?? (Number(get('HA') ?? 0) > 1 ? 'W' : undefined);
    if (turn) sgf += `PL[${/^[wW2]/.test(turn) ? 'W' : 'B'}]`;
  }
  const tail = path.slice(start + 1);
  const write = (color: string, point: number | null) => (sgf += `;${color === 'black' ? 'B' : 'W'}[${point === null ? '' : toSgf(point, size)}]`);
  if (setupMove) write(setupMove.color, setupMove.point);
  for (const n of tail) {
    const move = moveOf(n, size);
    if (move) write(move.color, move.point);
  }
  return { sgf: sgf + ')' };
}
