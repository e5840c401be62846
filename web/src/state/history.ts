/** Score and win rate by node, from whatever has looked at it: review first, live search next, the judgement last. */
import { computed, effect, signal } from '@preact/signals';
import { explained } from './analysis';
import { liveHistory } from './live';
import { reviewHistory, type Valued } from './values';

const judged = signal<Map<number, number>>(new Map());

effect(() => {
  const e = explained.data.value;
  if (e?.judgement && Number.isFinite(e.judgement.score)) judged.value = new Map(judged.peek()).set(explained.node.peek(), e.judgement.score);
});

export const scoreHistory = computed(() => {
  const out = new Map<number, Valued>();
  for (const [id, score] of judged.value) out.set(id, { score, winRate: null });
  for (const [id, v] of liveHistory.value) out.set(id, { score: v.score ?? out.get(id)?.score ?? null, winRate: v.winRate });
  for (const [id, v] of reviewHistory.value) out.set(id, { score: v.score ?? out.get(id)?.score ?? null, winRate: v.winRate ?? out.get(id)?.winRate ?? null });
  return out;
});
