/** What was asked last: it fills the answer card. The answers themselves live with those who ask. */
import { effect, signal } from '@preact/signals';
import type { Pt } from '../util/coords';
import { current, game } from './game';
import type { OverlayId } from './overlays';
import { closeLine } from './variation';
import { isNarrow } from './tabs';

export type Question =
  /** The move in view: what the record, the review or the judge says of it. */
  | { kind: 'move' }
  | { kind: 'stone'; point: Pt }
  | { kind: 'reading' | 'race' | 'eyes' | 'ignored' | 'compared' | 'why' | 'hint' }
  | { kind: 'candidate'; move: string }
  /** One of the three questions on a commented move. */
  | { kind: 'moment'; part: 'ignored' | 'instead' | 'simple' }
  | { kind: 'layer'; id: OverlayId };

const MOVE: Question = { kind: 'move' };
export const question = signal<Question>(MOVE);

export function ask(q: Question): void {
  closeLine();
  question.value = q;
  // on a phone the card lies under the board: whoever asked from further down sees the answer
  if (isNarrow()) scrollTo({ top: 0 });
}
export const askNothing = () => ask(MOVE);

/** A question belongs to the position it was asked at. */
export function followQuestion(): void {
  effect(() => {
    void current.value;
    void game.value;
    question.value = MOVE;
  });
}
