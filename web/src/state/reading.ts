/** Reading on demand: one question at a time, stopped when another is asked or the position is left. */
import { effect, signal } from '@preact/signals';
import { job } from '../api/client';
import type { ReadAnswer } from '../api/types';
import { current, game } from './game';
import { preview } from './highlight';
import { linearSgf } from './linear';
import { report } from './notices';
import { ask } from './question';
import { askPoint } from './analysis';
import { t } from '../i18n';
import { gtp } from '../util/coords';
import { onStop } from './stop';

export type Goal = 'ladder' | 'capture' | 'life' | 'connect';
export const GOALS: Goal[] = ['ladder', 'capture', 'life', 'connect'];

export interface AskedReading {
  node: number;
  goal: Goal;
  targets: string[];
  answer: ReadAnswer | null;
}
export const asked = signal<AskedReading | null>(null);
let abort: AbortController | null = null;

export function stopReading(): void {
  abort?.abort();
  abort = null;
  asked.value = null;
}

onStop(stopReading);

export function followReading(): void {
  effect(() => {
    void current.value;
    void game.value;
    stopReading();
  });
}

export async function read(goal: Goal, targets: string[]): Promise<void> {
  stopReading();
  const mine = (abort = new AbortController());
  const node = current.value;
  asked.value = { node: node.id, goal, targets, answer: null };
  preview.value = [];
  ask({ kind: 'reading' });
  try {
    const answer = await job('read', { ...linearSgf(node), goal, targets, trace: true }, { signal: mine.signal });
    if (abort === mine) asked.value = { node: node.id, goal, targets, answer };
  } catch (error) {
    if (abort === mine) asked.value = null;
    report(error);
  }
}

/** The other stone of a connection is chosen by a click on the board. */
export const pickSecond = (target: string) => askPoint(t('read.pick'), (p) => void read('connect', [target, gtp(p, game.value.size)]));
