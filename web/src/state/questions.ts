/** "If ignored" and "why this, not that" about any move: asked at the position in view, dropped when it is left. */
import { effect, signal } from '@preact/signals';
import { call } from '../api/client';
import type { Compared, IgnoredAnswer } from '../api/types';
import { t } from '../i18n';
import { gtp } from '../util/coords';
import { askPoint, pointChosen } from './analysis';
import { current, game } from './game';
import { linearSgf } from './linear';
import { report } from './notices';
import { ask } from './question';
import type { GameNode } from './sgf';
import { onStop } from './stop';

export interface Asked<T> {
  node: number;
  /** Null while it is being answered. */
  answer: T | null;
}
export const ignored = signal<Asked<IgnoredAnswer> | null>(null);
export const compared = signal<(Asked<Compared> & { from: GameNode }) | null>(null);

let abort: AbortController | null = null;

/** Questions about a position that is left are not answered any more. */
export function followQuestions(): void {
  effect(() => {
    void current.value;
    void game.value;
    abort?.abort();
    abort = null;
    pointChosen.value = null;
    ignored.value = null;
    compared.value = null;
  });
}

onStop(() => {
  abort?.abort();
  abort = null;
});

function begin(): AbortController {
  abort?.abort();
  return (abort = new AbortController());
}

/** The last move of the record, or a move tried here, and the other side plays elsewhere. */
export async function askIgnored(at?: string): Promise<void> {
  const mine = begin();
  const node = current.value;
  compared.value = null;
  ignored.value = { node: node.id, answer: null };
  ask({ kind: 'ignored' });
  try {
    const answer = await call('ignored', { ...linearSgf(node), at }, { signal: mine.signal });
    if (abort === mine) ignored.value = { node: node.id, answer };
  } catch (error) {
    if (abort === mine) ignored.value = null;
    report(error);
  }
}

/** Asks for the other move by a click on the board; without a first move the engine's own choice is compared. */
export function startCompare(first?: string): void {
  begin();
  askPoint(t('why.pick'), (p) => void compare(gtp(p, game.value.size), first));
}

/** `at`: the position in which both are possible, if it is not the one in view. */
export async function compare(second: string, first?: string, at?: GameNode): Promise<void> {
  const mine = begin();
  const node = current.value;
  ignored.value = null;
  compared.value = { node: node.id, from: at ?? node, answer: null };
  ask({ kind: 'compared' });
  try {
    const answer = await call('compare', { ...linearSgf(at ?? node), first, second }, { signal: mine.signal });
    if (abort === mine) compared.value = { node: node.id, from: at ?? node, answer };
  } catch (error) {
    if (abort === mine) compared.value = null;
    report(error);
  }
}
