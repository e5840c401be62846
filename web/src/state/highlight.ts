/** What lights up on the board while the pointer (or focus) rests on something in a panel. */
import { signal } from '@preact/signals';
import type { Evidence } from '../api/types';
import type { Shape, Tone } from '../board/shapes';
import { type Pt, fromGtp } from '../util/coords';
import { game, current } from './game';
import { boardAt } from './boards';

const toPlay = () => boardAt(current.value)?.toPlay ?? 'black';

export const highlight = signal<Shape[]>([]);
/** A line of play being shown step by step on the board. */
export const preview = signal<Shape[]>([]);

export const points = (names: Iterable<string>): Pt[] => {
  const out: Pt[] = [];
  for (const name of names) {
    const p = fromGtp(name, game.value.size);
    if (p !== null) out.push(p);
  }
  return out;
};

export const light = (names: Iterable<string>, tone: Tone = 'accent'): Shape[] => points(names).map((p) => ({ kind: 'ring', p, tone, strong: true }));

/** Moves in order as numbered stones. */
export function sequence(moves: { color: 'black' | 'white'; move: string }[], from = 1): Shape[] {
  return moves.flatMap(({ color, move }, i) => {
    const p = fromGtp(move, game.value.size);
    return p === null ? [] : [{ kind: 'stone', p, color, text: String(from + i), faint: false } satisfies Shape];
  });
}

export function alternate(first: 'black' | 'white', moves: string[]): { color: 'black' | 'white'; move: string }[] {
  const second = first === 'black' ? 'white' : 'black';
  return moves.map((move, i) => ({ color: i % 2 ? second : first, move }));
}

const COORDINATE = /\b([A-HJ-Z](?:1\d|2[0-5]|[1-9]))\b/g;
export const coordinatesIn = (text: string) => [...text.matchAll(COORDINATE)].map((m) => m[1]!);

/** Shapes for a piece of evidence: its marks and lines, else those of what it rests on, else the points its sentence names. */
export function evidenceShapes(e: Evidence, mover: 'black' | 'white' = toPlay(), depth = 3): Shape[] {
  const out: Shape[] = [];
  const tones: Tone[] = ['accent', 1, 2, 3, 4, 5];
  (e.marks ?? []).forEach((m, i) => {
    const ps = points(m.points);
    if (ps.length) out.push({ kind: 'outline', points: ps, tone: tones[i % tones.length]!, strong: true, dash: i === 0 ? 'none' : i % 2 ? 'dashed' : 'dotted' });
  });
  if (e.line?.length) out.push(...sequence(alternate(mover, e.line)));
  if (depth > 0 && e.reason) out.push(...evidenceShapes(e.reason, mover, depth - 1));
  if (depth > 0 && !out.length) for (const f of e.because ?? []) out.push(...evidenceShapes(f, mover, depth - 1));
  if (!out.length && e.text) out.push(...light(coordinatesIn(e.text)));
  return out;
}

export const hoverProps = (shapes: () => Shape[]) => ({
  onMouseEnter: () => (highlight.value = shapes()),
  onMouseLeave: () => (highlight.value = []),
  onFocusIn: () => (highlight.value = shapes()),
  onFocusOut: () => (highlight.value = []),
});
