/** A game in progress: who plays which colour, clocks, machine moves, counting. */
import { batch, computed, effect, signal } from '@preact/signals';
import { type Progress, call, engines, job } from '../api/client';
import type { Counted } from '../api/types';
import { type Pt, fromGtp, gtp } from '../util/coords';
import { boardAt, illegal, learn, tryMove } from './boards';
import { type Color, addMove, back, current, emptyGame, forward, game, info, moveOf, nameOf, openGame, other, revision, setProp } from './game';
import { notify, report } from './notices';
import { linearSgf } from './linear';
import { onStop } from './stop';
import { t } from '../i18n';
import type { GameNode } from './sgf';

export interface Level {
  id: string;
  engine: string;
  playouts?: number;
  seconds?: number;
}

/** What can be played against, from weak to strong as far as the build has it. */
export const levels = computed<Level[]>(() => {
  const { players, external } = engines.value;
  const out: Level[] = [];
  const add = (engine: string, list: Omit<Level, 'engine'>[]) => players.includes(engine) && list.forEach((l) => out.push({ ...l, engine }));
  add('random', [{ id: 'random' }]);
  add('knowledge', [{ id: 'knowledge' }]);
  add('uct', [{ id: 'uct-100', playouts: 100 }, { id: 'uct-1000', playouts: 1000 }, { id: 'uct-5000', playouts: 5000 }]);
  add('puct', [{ id: 'puct-1', playouts: 1 }, { id: 'puct-100', playouts: 100 }, { id: 'puct-800', playouts: 800 }]);
  for (const p of players) if (!['random', 'knowledge', 'uct', 'puct'].includes(p)) out.push({ id: p, engine: p });
  for (const name of external) out.push({ id: `external:${name}`, engine: `external:${name}` });
  return out;
});

export interface ClockSettings {
  /** Minutes; 0 for no clock. */
  main: number;
  periods: number;
  /** Seconds of one byo-yomi period. */
  period: number;
}

export interface Match {
  /** 'human' or the id of a level. */
  black: string;
  white: string;
  clock: ClockSettings;
}

export const match = signal<Match | null>(null);
export const thinking = signal<{ color: Color; progress: Progress | null } | null>(null);
export const paused = signal(false);

export interface Machine {
  reasons: string[];
  winRate: number | null;
  score: number | null;
  level: string;
}
/** What the machine thought when it made a move, by node. */
export const machineMoves = signal<Map<number, Machine>>(new Map());

export const counting = signal<{ node: GameNode; counted: Counted; dead: Set<Pt> } | null>(null);

export interface NewGame {
  w: number;
  h: number;
  handicap: number;
  komi: number;
  rules: string;
  black: string;
  white: string;
  clock: ClockSettings;
}

const HANDICAP: Record<number, [number, number][]> = {};
function handicapPoints(w: number, h: number, stones: number): [number, number][] {
  const key = w * 100000 + h * 1000 + stones;
  if (HANDICAP[key]) return HANDICAP[key];
  const e = (side: number) => (side >= 13 ? 3 : 2);
  const [l, r, b, u, mx, my] = [e(w), w - 1 - e(w), e(h), h - 1 - e(h), (w - 1) / 2, (h - 1) / 2];
  const out: [number, number][] = [[r, u], [l, b], [r, b], [l, u]];
  if (stones >= 6) out.push([l, my], [r, my]);
  if (stones >= 8) out.push([mx, u], [mx, b]);
  const list = stones === 5 || stones === 7 || stones === 9 ? [...out.slice(0, stones - 1), [mx, my] as [number, number]] : out.slice(0, stones);
  return (HANDICAP[key] = list);
}

export function maxHandicap(w: number, h: number): number {
  if (w < 7 || h < 7) return 0;
  return w % 2 === 1 && h % 2 === 1 ? 9 : 4;
}

export function startGame(n: NewGame): void {
  const sgf = ([x, y]: [number, number]) => String.fromCharCode(97 + x, 97 + n.h - 1 - y);
  const stones = n.handicap >= 2 ? handicapPoints(n.w, n.h, Math.min(n.handicap, maxHandicap(n.w, n.h))).map(sgf) : [];
  const label = (id: string) => (id === 'human' ? t('play.human') : levelName(id));
  const props: [string, string[]][] = [
    ['KM', [String(n.komi)]],
    ['RU', [n.rules]],
    ['DT', [new Date().toISOString().slice(0, 10)]],
    ['PB', [label(n.black)]],
    ['PW', [label(n.white)]],
  ];
  if (n.clock.main || n.clock.period) {
    props.push(['TM', [String(n.clock.main * 60)]], ['OT', [`${n.clock.periods}x${n.clock.period} byo-yomi`]]);
  }
  if (stones.length) props.push(['HA', [String(stones.length)]], ['AB', stones], ['PL', ['W']]);
  const fresh = emptyGame(n.w, n.h, props);
  batch(() => {
    stopThinking();
    counting.value = null;
    machineMoves.value = new Map();
    openGame(fresh.root);
    match.value = { black: n.black, white: n.white, clock: n.clock };
    paused.value = false;
    resetClocks(n.clock);
  });
}

export function levelName(id: string): string {
  const [name, amount] = id.split('-');
  if (id.startsWith('external:')) return id.slice(9);
  const known = ['random', 'knowledge', 'uct', 'puct'].includes(name!);
  return known ? t(`level.${name}` as 'level.uct') + (amount ? ` · ${amount}` : '') : id;
}

let abort: AbortController | null = null;
export function stopThinking(): void {
  abort?.abort();
  abort = null;
  thinking.value = null;
}

onStop(stopThinking);

const passed = (node: GameNode | null) => !!node && moveOf(node, game.value.size)?.point === null;
export const gameOver = computed(() => {
  void revision.value;
  const node = current.value;
  return node.children.length === 0 && (!!info('RE') || (passed(node) && passed(node.parent)));
});

async function machineMove(level: Level, color: Color): Promise<void> {
  const node = current.value;
  const mine = new AbortController();
  abort = mine;
  thinking.value = { color, progress: null };
  try {
    const player = { engine: level.engine, playouts: level.playouts, seconds: secondsFor(color) ?? level.seconds, seed: 1 + Math.floor(Math.random() * 1e9) };
    const answer = await job('genmove',
      { ...linearSgf(node), player },
      { signal: mine.signal, onProgress: (progress) => abort === mine && (thinking.value = { color, progress }) },
    );
    if (abort !== mine || current.value !== node) return;
    thinking.value = null;
    abort = null;
    if (answer.move === 'resign') return resign(color);
    const made = addMove(color, answer.move.toLowerCase() === 'pass' ? null : fromGtp(answer.move, game.value.size));
    machineMoves.value = new Map(machineMoves.value).set(made.id, { reasons: answer.reasons ?? [], winRate: answer.win_rate, score: answer.score, level: level.id });
  } catch (error) {
    if (abort === mine) {
      thinking.value = null;
      abort = null;
      if ((error as Error).name !== 'AbortError') paused.value = true;
    }
    report(error);
  }
}

/** One move by a machine now, whoever plays (Enter). */
export function askMachine(): void {
  const level = levels.value.find((l) => l.id === match.value?.[toPlay()] ) ?? levels.value[levels.value.length - 1];
  if (level && !thinking.value) void machineMove(level, toPlay());
}

export const toPlay = (): Color => boardAt(current.value)?.toPlay ?? 'black';

/** The user puts a stone or passes. */
export async function humanMove(point: Pt | null): Promise<boolean> {
  const color = toPlay();
  const m = match.value;
  if (m && m[color] !== 'human' && !paused.value && current.value.children.length === 0 && !gameOver.value) {
    notify(t('play.notYourTurn'));
    return false;
  }
  try {
    const node = current.value;
    const change = await tryMove(color, point);
    if (change.problem) {
      // in the reader's words, where the page has them
      const why = point === null ? undefined : boardAt(node)?.cells[point] ? 'occupied' : illegal.value.node === node.id ? illegal.value.points.get(point) : undefined;
      notify(why ? `${nameOf(point)}: ${t(`illegal.${why}` as 'illegal.ko')}` : change.problem, 'error');
      return false;
    }
    if (current.value !== node) return false;
    batch(() => learn(addMove(color, point), change));
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

export function resign(color: Color): void {
  stopThinking();
  setProp(game.value.root, 'RE', [`${color === 'black' ? 'W' : 'B'}+R`]);
  notify(t('play.resigned', { color: t(`color.${color}`) }));
}

/** Back to the last turn of a human; later moves stay in the record as a variation. */
export function undo(): void {
  stopThinking();
  if (info('RE')) setProp(game.value.root, 'RE', null);
  counting.value = null;
  const m = match.value;
  back(1);
  const turn = boardAt(current.value)?.toPlay;
  if (m && turn && m[turn] !== 'human' && m[other(turn)] === 'human') back(1);
}

/** Out of the counting and on with the game: the two passes are taken back, nothing else. */
export function resumePlay(): void {
  stopThinking();
  counting.value = null;
  if (info('RE')) setProp(game.value.root, 'RE', null);
  while (passed(current.value)) back(1);
  // the machine's own pass stands: it is the human's turn
  const m = match.value;
  if (m && m[toPlay()] !== 'human' && m[other(toPlay())] === 'human' && current.value.children.some(passed)) forward(1);
}

export async function count(dead?: Set<Pt>): Promise<void> {
  const node = current.value;
  const { size } = game.value;
  try {
    const counted = await call('score', { ...linearSgf(node), ...(dead ? { dead: [...dead].map((p) => gtp(p, size)) } : {}) });
    if (current.value !== node) return;
    const set = new Set(counted.dead.map((n) => fromGtp(n, size)).filter((p): p is Pt => p !== null));
    counting.value = { node, counted, dead: set };
  } catch (error) {
    report(error);
  }
}

/** A click on a stone while counting: its whole string changes sides. */
export function toggleDead(point: Pt): void {
  const c = counting.value;
  const board = boardAt(current.value);
  if (!c || !board || board.cells[point] === 0) return;
  const dead = new Set(c.dead);
  const wasDead = dead.has(point);
  // stones of one colour that touch share their fate; the engine completes strings again
  const todo = [point];
  const seen = new Set<Pt>();
  const { w, h } = game.value.size;
  while (todo.length) {
    const p = todo.pop()!;
    if (seen.has(p) || board.cells[p] !== board.cells[point]) continue;
    seen.add(p);
    if (wasDead) dead.delete(p);
    else dead.add(p);
    const x = p % w;
    if (x > 0) todo.push(p - 1);
    if (x < w - 1) todo.push(p + 1);
    if (p >= w) todo.push(p - w);
    if (p < w * (h - 1)) todo.push(p + w);
  }
  void count(dead);
}

export function acceptCount(): void {
  if (!counting.value) return;
  setProp(game.value.root, 'RE', [counting.value.counted.result]);
  match.value = null;
}

// ---- clocks

/** What the machine may spend on one move, so that it never loses on time. */
function secondsFor(color: Color): number | undefined {
  const c = clocks.value?.[color];
  if (!match.value || !c) return undefined;
  const { period, periods } = match.value.clock;
  const spare = periods > 0 ? period * 0.6 : 0;
  return Math.max(0.1, c.inPeriod ? Math.min(c.left, period) * 0.6 : c.left / 30 + spare * 0.5);
}

export interface ClockState {
  /** Seconds of main time, or of the running period. */
  left: number;
  periods: number;
  inPeriod: boolean;
}
export const clocks = signal<Record<Color, ClockState> | null>(null);

function resetClocks(c: ClockSettings): void {
  const one = (): ClockState => ({ left: c.main * 60 || c.period, periods: c.periods, inPeriod: c.main === 0 });
  clocks.value = c.main || (c.period && c.periods) ? { black: one(), white: one() } : null;
}

function tick(seconds: number): void {
  const m = match.value;
  if (!m || !clocks.value || paused.value || gameOver.value || counting.value) return;
  const color = toPlay();
  const c = { ...clocks.value[color] };
  c.left -= seconds;
  while (c.left <= 0) {
    if (!c.inPeriod && c.periods > 0) {
      c.inPeriod = true;
      c.left += m.clock.period;
    } else if (c.inPeriod && c.periods > 1) {
      c.periods -= 1;
      c.left += m.clock.period;
    } else {
      c.left = 0;
      c.periods = 0;
      clocks.value = { ...clocks.value, [color]: c };
      stopThinking();
      setProp(game.value.root, 'RE', [`${color === 'black' ? 'W' : 'B'}+T`]);
      notify(t('play.timeUp', { color: t(`color.${color}`) }));
      return;
    }
  }
  clocks.value = { ...clocks.value, [color]: c };
}

/** Machine replies, end of game, clocks. */
export function followPlay(): void {
  let lastNode: GameNode | null = null;
  effect(() => {
    const m = match.value;
    const node = current.value;
    const board = boardAt(node);
    void revision.value;
    if (node !== lastNode) {
      lastNode = node;
      stopThinking();
      if (counting.peek() && counting.peek()!.node !== node) counting.value = null;
      // a move ends a byo-yomi period
      const c = clocks.peek();
      const mover = moveOf(node, game.peek().size)?.color;
      if (m && c && mover && c[mover].inPeriod) clocks.value = { ...c, [mover]: { ...c[mover], left: m.clock.period } };
    }
    if (!m || !board || paused.value || node.children.length || info('RE')) return;
    if (passed(node) && passed(node.parent)) {
      if (!counting.peek()) void count();
      return;
    }
    const level = levels.value.find((l) => l.id === m[board.toPlay]);
    if (level && !thinking.peek()) setTimeout(() => current.value === node && !thinking.value && void machineMove(level, board.toPlay), 0);
  });
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    tick((now - last) / 1000);
    last = now;
  }, 200);
}
