/** Score and win rate by node, from whatever has looked at it: review first, live search next, the judgement last. */
import { computed, effect, signal } from '@preact/signals';
import { call, has } from '../api/client';
import type { Explained } from '../api/types';
import { explained, peeped } from './analysis';
import { line } from './game';
import { linearSgf } from './linear';
import { report } from './notices';
import { ensure } from './boards';
import { liveHistory } from './live';
import { reviewHistory, type Valued } from './values';

const judged = signal<Map<number, number>>(new Map());

for (const source of [peeped, explained]) {
  effect(() => {
    const e = source.data.value;
    if (e?.judgement && Number.isFinite(e.judgement.score)) judged.value = new Map(judged.peek()).set(source.node.peek(), e.judgement.score);
  });
}

/** How far the judging of the whole line has come; null when it does not run. */
export const judging = signal<{ done: number; total: number } | null>(null);
let run = 0;
export const stopJudging = () => {
  run += 1;
  judging.value = null;
};

/** Judges every position of the line, so that the graph is whole. */
export async function judgeLine(): Promise<void> {
  if (!has('peep')) return;
  const mine = ++run;
  const nodes = line.value;
  try {
    for (const [i, node] of nodes.entries()) {
      if (mine !== run) return;
      judging.value = { done: i, total: nodes.length };
      if (judged.peek().has(node.id)) continue;
      await ensure(node);
      const answer = await call<Explained>('peep', linearSgf(node));
      if (mine !== run) return;
      judged.value = new Map(judged.peek()).set(node.id, answer.judgement.score);
    }
  } catch (error) {
    report(error);
  }
  if (mine === run) judging.value = null;
}

export const scoreHistory = computed(() => {
  const out = new Map<number, Valued>();
  for (const [id, score] of judged.value) out.set(id, { score, winRate: null });
  for (const [id, v] of liveHistory.value) out.set(id, { score: v.score ?? out.get(id)?.score ?? null, winRate: v.winRate });
  for (const [id, v] of reviewHistory.value) out.set(id, { score: v.score ?? out.get(id)?.score ?? null, winRate: v.winRate ?? out.get(id)?.winRate ?? null });
  return out;
});
