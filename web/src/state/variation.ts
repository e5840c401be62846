/** A line of an answer on the board: ghost stones with numbers from the position it begins at, stepped through by the arrow keys. */
import { computed, effect, signal } from '@preact/signals';
import type { Shape } from '../board/shapes';
import { fromGtp, type Pt } from '../util/coords';
import { type BoardState, boardAt, playOut } from './boards';
import { type Color, addMove, current, game, goTo, other } from './game';
import { alternate } from './highlight';
import { isNarrow } from './tabs';
import type { GameNode } from './sgf';

export interface Line {
  /** The position it begins at. */
  from: GameNode;
  moves: { color: Color; move: string }[];
  /** How many of them are on the board. */
  step: number;
  /** The move of the record it stands against. */
  instead?: Pt | null;
}

const pinned = signal<Line | null>(null);
const hovered = signal<Line | null>(null);
/** The line on the board: the one pointed at, else the one that was asked for. */
export const shownLine = computed(() => hovered.value ?? pinned.value);
export const pinnedLine = computed(() => pinned.value);

export const lineOf = (from: GameNode, first: Color, moves: string[], instead?: Pt | null): Line => ({ from, moves: alternate(first, moves), step: moves.length, instead });

const sameLine = (a: Line | null, b: Line) => !!a && a.from === b.from && a.moves.map((m) => m.move).join() === b.moves.map((m) => m.move).join();
export const isShown = (line: Line) => sameLine(pinned.value, line);

export function showLine(line: Line | null): void {
  hovered.value = null;
  pinned.value = line && line.moves.length ? line : null;
  if (line && isNarrow()) scrollTo({ top: 0 });
}

export function closeLine(): boolean {
  const was = pinned.peek() !== null || hovered.peek() !== null;
  pinned.value = null;
  hovered.value = null;
  return was;
}

/** One stone more or fewer; false if no line is on the board. */
export function stepLine(by: number): boolean {
  const line = pinned.value;
  if (!line) return false;
  pinned.value = { ...line, step: Math.min(line.moves.length, Math.max(0, line.step + by)) };
  return true;
}

export const lineHover = (line: () => Line | null) => ({
  onMouseEnter: () => (hovered.value = line()),
  onMouseLeave: () => (hovered.value = null),
});
export const hoverLine = (line: Line | null) => (hovered.value = line);

/** What the rules make of a line, by its moves: stones that are taken leave the board. */
const played = signal<Map<string, BoardState[]>>(new Map());
const keyOf = (line: Line) => `${line.from.id} ${line.moves.map((m) => m.color[0] + m.move).join(' ')}`;

export function followLines(report: (error: unknown) => void): void {
  effect(() => {
    const line = shownLine.value;
    if (!line || !boardAt(line.from)) return;
    const key = keyOf(line);
    if (played.peek().has(key)) return;
    playOut(line.from, line.moves).then((boards) => {
      const next = new Map(played.peek());
      if (next.size > 200) next.clear();
      played.value = next.set(key, boards);
    }, report);
  });
  effect(() => {
    // a line belongs to the position it was asked at
    void current.value;
    void game.value;
    closeLine();
  });
}

/** The board while a line is shown, and the numbered stones over it. */
export const lineView = computed<{ board: BoardState; shapes: Shape[]; toPlay: Color } | null>(() => {
  const line = shownLine.value;
  const base = line && boardAt(line.from);
  if (!line || !base) return null;
  const boards = played.value.get(keyOf(line));
  const board = (line.step > 0 && boards?.[line.step - 1]) || base;
  const shapes: Shape[] = [];
  const seen = new Set<Pt>();
  for (let i = line.step - 1; i >= 0; i--) {
    const { color, move } = line.moves[i]!;
    const p = fromGtp(move, game.value.size);
    // later stones on the same point hide earlier ones; what was taken is gone
    if (p === null || seen.has(p) || (boards && board.cells[p] === 0)) continue;
    seen.add(p);
    shapes.push({ kind: 'stone', p, color, text: String(i + 1) });
  }
  if (line.instead != null && !seen.has(line.instead)) shapes.push({ kind: 'cross', p: line.instead, tone: 'bad' });
  const last = line.moves[line.step - 1];
  return { board, shapes, toPlay: last ? other(last.color) : base.toPlay };
});

/** Puts what is on the board of the line into the record, as a variation. */
export function takeLine(): void {
  const line = shownLine.value;
  if (!line) return;
  closeLine();
  goTo(line.from);
  for (const { color, move } of line.moves.slice(0, line.step)) addMove(color, fromGtp(move, game.value.size));
}
