/** Capturing races of two groups and the eye space of one: asked at the position in view, dropped when it is left. */
import { effect, signal } from '@preact/signals';
import { call, job } from '../api/client';
import type { EyesAnswer, RaceAnswer } from '../api/types';
import { t } from '../i18n';
import { gtp } from '../util/coords';
import { askPoint } from './analysis';
import { current, game } from './game';
import { linearSgf } from './linear';
import { report } from './notices';
import { ask } from './question';

export const race = signal<{ node: number; a: string; b: string; answer: RaceAnswer | null } | null>(null);
export const eyes = signal<{ node: number; target: string; answer: EyesAnswer } | null>(null);
let abort: AbortController | null = null;
effect(() => {
  void current.value;
  abort?.abort();
});

export async function askRace(a: string, b: string): Promise<void> {
  const mine = (abort = new AbortController());
  const node = current.value;
  race.value = { node: node.id, a, b, answer: null };
  ask({ kind: 'race' });
  try {
    const answer = await job('race', { ...linearSgf(node), a, b }, { signal: mine.signal });
    if (abort === mine) race.value = { node: node.id, a, b, answer };
  } catch (error) {
    if (abort === mine) race.value = null;
    report(error);
  }
}

export const pickRace = (target: string) => askPoint(t('race.pick'), (p) => void askRace(target, gtp(p, game.value.size)));

export async function askEyes(target: string): Promise<void> {
  const node = current.value;
  try {
    const answer = await call('eyes', { ...linearSgf(node), target });
    if (current.value !== node) return;
    eyes.value = { node: node.id, target, answer };
    ask({ kind: 'eyes' });
  } catch (error) {
    report(error);
  }
}
