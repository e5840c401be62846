/** What stands on the board at each node. The engine says what each move changes; here it is only added up. */
import { effect, signal } from '@preact/signals';
import { call } from '../api/client';
import type { Change, Replay, ReplayNode } from '../api/generated';
import { type Pt, type Size, fromGtp, gtp } from '../util/coords';
import { type Color, current, game, isSetup, moveOf, nextOf, pathOf, revision, rules, setupPoints } from './game';
import type { GameNode } from './sgf';

export interface BoardState {
  /** 0 empty, 1 black, 2 white; rows from the bottom. */
  cells: Uint8Array;
  toPlay: Color;
  ko: Pt | null;
  /** Prisoners held by Black and by White. */
  captures: [number, number];
  problem: string | null;
}


let changes = new Map<number, Change>();
let boards = new Map<number, BoardState>();
/** Grows when boards arrive. */
export const boardsReady = signal(0);
/** Points the side to move may not play at the current node, with the reason. */
export const illegal = signal<{ node: number; points: Map<Pt, string> }>({ node: 0, points: new Map() });

const CHUNK = 20_000;

function describe(node: GameNode, parent: number | undefined): ReplayNode {
  const { size } = game.value;
  const move = moveOf(node, size);
  const names = (key: string) => setupPoints(node, key).map((p) => gtp(p, size));
  const setup = isSetup(node);
  const turn = node.props.get('PL')?.[0];
  const handicap = node.parent === null && Number(node.props.get('HA')?.[0] ?? 0) > 1 && !turn;
  // the point may be unreadable: then the node is a move we cannot show
  const play: [string, string] | undefined = move && (move.point !== null || node.props.get(move.color === 'black' ? 'B' : 'W')?.[0] !== undefined)
    ? [move.color, move.point === null ? 'pass' : gtp(move.point, size)] : undefined;
  return {
    parent,
    play,
    ...(setup ? { add_black: names('AB'), add_white: names('AW'), clear: names('AE') } : {}),
    ...(turn ? { to_play: /^[wW2]/.test(turn) ? 'white' : 'black' } : handicap ? { to_play: 'white' } : {}),
  };
}

function startRequest(nodes: GameNode[]): Replay {
  const { size } = game.value;
  const index = new Map(nodes.map((n, i) => [n.id, i]));
  return {
    size: [size.w, size.h],
    rules: rules.peek() ?? undefined,
    nodes: nodes.map((n) => describe(n, n.parent ? index.get(n.parent.id) : undefined)),
  };
}

/** All nodes, the current line first, up to the number one call takes. */
function nodesToAsk(root: GameNode): GameNode[] {
  const out: GameNode[] = [];
  const stack = [root];
  while (stack.length && out.length < CHUNK) {
    const node = stack.pop()!;
    out.push(node);
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
  }
  return out;
}

/** Root to node, and on along the line. */
function lineThrough(node: GameNode): GameNode[] {
  const path = pathOf(node);
  for (let next = nextOf(node); next && path.length < CHUNK; next = nextOf(next)) path.push(next);
  return path;
}

let generation = 0;

/** Forgets all boards (other record, other rules, edited setup) and asks anew. */
export async function replayAll(): Promise<void> {
  generation += 1;
  const mine = generation;
  const nodes = nodesToAsk(game.value.root);
  const answer = await call('replay', startRequest(nodes));
  if (mine !== generation) return;
  changes = new Map(nodes.map((n, i) => [n.id, answer.nodes[i]!]));
  boards = new Map();
  boardsReady.value += 1;
}

/** Makes sure the board of a node is known. Answers the reason if the move there is not allowed. */
export async function ensure(node: GameNode): Promise<BoardState | null> {
  const known = boardAt(node);
  if (known) return known;
  const mine = generation;
  const nodes = lineThrough(node);
  const answer = await call('replay', startRequest(nodes));
  if (mine !== generation) return null;
  nodes.forEach((n, i) => changes.set(n.id, answer.nodes[i]!));
  boardsReady.value += 1;
  return boardAt(node);
}

/** What a move at the current node would change, without adding it to the record; `problem` says why it may not be played. */
export async function tryMove(color: Color, point: Pt | null): Promise<Change> {
  const path = pathOf(current.value);
  const request = startRequest(path);
  request.nodes.push({ parent: path.length - 1, play: [color, point === null ? 'pass' : gtp(point, game.value.size)] });
  return (await call('replay', request)).nodes[path.length]!;
}

/** The boards after each move of a line that is not in the record. */
export async function playOut(from: GameNode, moves: { color: Color; move: string }[]): Promise<BoardState[]> {
  const path = pathOf(from);
  const request = startRequest(path);
  moves.forEach(({ color, move }, i) => request.nodes.push({ parent: path.length - 1 + i, play: [color, move] }));
  const answer = await call('replay', request);
  let state = boardAt(from);
  return answer.nodes.slice(path.length).map((change) => (state = after(state, change)));
}

/** The boards along a line whose nodes follow each other, from what the engine says of it. */
export function changesOf(answer: { nodes: Change[] }, size: Size): BoardState[] {
  let state: BoardState | null = null;
  return answer.nodes.map((change) => (state = after(state, change, size)));
}

/** The change of a node is known already: no need to ask again. */
export function learn(node: GameNode, change: Change): void {
  if (!changes.has(node.id)) changes.set(node.id, change);
}

export function boardAt(node: GameNode): BoardState | null {
  void boardsReady.value;
  const done = boards.get(node.id);
  if (done) return done;
  const todo: GameNode[] = [];
  let base: BoardState | null = null;
  for (let n: GameNode | null = node; n; n = n.parent) {
    base = boards.get(n.id) ?? null;
    if (base) break;
    if (!changes.has(n.id)) return null;
    todo.push(n);
  }
  let state = base;
  for (const n of todo.reverse()) {
    state = after(state, changes.get(n.id)!);
    boards.set(n.id, state);
  }
  return state;
}

function after(before: BoardState | null, change: Change, size: Size = game.value.size): BoardState {
  const cells = before?.cells.slice() ?? new Uint8Array(size.w * size.h);
  const put = (list: string[] | undefined, value: number) =>
    list?.forEach((name) => {
      const p = fromGtp(name, size);
      if (p !== null) cells[p] = value;
    });
  put(change.removed, 0);
  put(change.black, 1);
  put(change.white, 2);
  return { cells, toPlay: change.to_play, ko: change.ko ? fromGtp(change.ko, size) : null, captures: change.captures, problem: change.problem ?? null };
}

/** The board in view; the last one that was known while another is on its way. */
let lastShown: BoardState | null = null;
export function shownBoard(): BoardState {
  const state = boardAt(current.value);
  const area = game.value.size.w * game.value.size.h;
  if (state) lastShown = state;
  else if (!lastShown || lastShown.cells.length !== area)
    lastShown = { cells: new Uint8Array(area), toPlay: 'black', ko: null, captures: [0, 0], problem: null };
  return lastShown;
}

let lastGame: unknown = null;
let lastRules: unknown = null;

/** Keeps boards and refused points in step with the record. */
export function followBoards(report: (error: unknown) => void): void {
  effect(() => {
    const g = game.value;
    const r = rules.value;
    if (g !== lastGame || r !== lastRules) {
      lastGame = g;
      lastRules = r;
      replayAll().catch(report);
    }
  });
  effect(() => {
    void revision.value;
    const node = current.value;
    void boardsReady.value;
    if (!boardAt(node)) ensure(node).catch(report);
  });
  let timer = 0;
  effect(() => {
    const node = current.value;
    void revision.value;
    clearTimeout(timer);
    timer = window.setTimeout(() => askIllegal(node).catch(() => {}), 30);
  });
}

async function askIllegal(node: GameNode): Promise<void> {
  const path = pathOf(node);
  const answer = await call('replay', { ...startRequest(path), illegal_at: path.length - 1 });
  if (current.value !== node) return;
  const points = new Map<Pt, string>();
  for (const { point, why } of answer.illegal ?? []) {
    const p = fromGtp(point, game.value.size);
    if (p !== null) points.set(p, why);
  }
  illegal.value = { node: node.id, points };
}
