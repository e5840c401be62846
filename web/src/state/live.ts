/** Live analysis by a searching player: runs on the position in view, hands over when the position changes. */
import { effect, signal } from '@preact/signals';
import { has, job } from '../api/client';
import type { Ranking } from '../api/types';
import { boardAt } from './boards';
import { current } from './game';
import { linearSgf } from './linear';
import { report } from './notices';
import { judgeId } from './reviewing';
import { onStop } from './stop';

export const liveOn = signal(false);
export const liveRanking = signal<Ranking | null>(null);
export const liveNode = signal(0);
/** By node, for the graph: Black's win rate and score as the search saw them. */
export const liveHistory = signal<Map<number, { winRate: number; score: number | null }>>(new Map());

let abort: AbortController | null = null;
onStop(() => (liveOn.value = false));

export function followLive(): void {
  effect(() => {
    const node = current.value;
    abort?.abort();
    abort = null;
    if (liveNode.peek() !== node.id) liveRanking.value = null;
    if (!liveOn.value || !has('analyse') || !boardAt(node)) return;
    const mine = new AbortController();
    abort = mine;
    const engine = judgeId();
    let shown = 0;
    const take = (r: Ranking) => {
      if (abort !== mine) return;
      liveRanking.value = r;
      liveNode.value = node.id;
      const now = performance.now();
      if (now - shown > 500) {
        shown = now;
        liveHistory.value = new Map(liveHistory.peek()).set(node.id, { winRate: r.win_rate_black, score: r.score });
      }
    };
    setTimeout(() => {
      if (mine.signal.aborted) return;
      job('analyse', { ...linearSgf(node), player: { engine, playouts: 200_000, seconds: 60 } }, { signal: mine.signal, onProgress: (p) => p.partial && take(p.partial) })
        .then((r) => {
          shown = 0;
          take(r);
        })
        .catch((error: Error) => {
          if (error.name === 'AbortError' || abort !== mine) return;
          liveOn.value = false;
          report(error);
        });
    }, 60);
  });
}
