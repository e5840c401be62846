/** The stone or point that was asked about. */
import { signal } from '@preact/signals';
import type { Pt } from '../util/coords';
import { ask, askNothing, question } from './question';

export const inspected = signal<Pt | null>(null);

/** A click on a stone asks about it; a second one takes the question back. */
export function inspect(p: Pt): void {
  const q = question.value;
  if (q.kind === 'stone' && q.point === p) {
    inspected.value = null;
    askNothing();
    return;
  }
  inspected.value = p;
  ask({ kind: 'stone', point: p });
}
