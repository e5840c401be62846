/** Score, win rate, phase and temperature by node, from whatever has looked at it: review first, live search next, the judgement last. */
import { computed, effect, signal } from '@preact/signals';
import { has, job } from '../api/client';
import { explained, peeped } from './analysis';
import { current, line } from './game';
import { liveHistory } from './live';
import { linearSgf, positionsOf } from './linear';
import { report } from './notices';
import { ensure } from './boards';
import { onStop } from './stop';
import { reviewHistory, type Valued } from './values';

const judged = signal<Map<number, Valued>>(new Map());

function learn(id: number, value: Valued): void {
  const old = judged.peek().get(id);
  judged.value = new Map(judged.peek()).set(id, { ...value, temperature: value.temperature ?? old?.temperature ?? null });
}

effect(() => {
  const e = peeped.data.value;
  if (e) learn(peeped.node.peek(), { score: e.judgement.score, winRate: null, phase: e.judgement.phase });
});
effect(() => {
  const e = explained.data.value;
  if (e) learn(explained.node.peek(), { score: e.judgement.score, winRate: null, phase: e.judgement.phase, temperature: Math.max(0, e.candidates[0]?.value ?? 0) });
});

/** How far the judging of the whole line has come; null when it does not run. */
export const judging = signal<{ done: number; total: number } | null>(null);
let abort: AbortController | null = null;
export const stopJudging = () => {
  abort?.abort();
  abort = null;
  judging.value = null;
};

onStop(stopJudging);

/** Judges every position of the line, so that the graph is whole. */
export async function judgeLine(): Promise<void> {
  if (!has('course')) return;
  stopJudging();
  const mine = (abort = new AbortController());
  const end = line.value[line.value.length - 1] ?? current.value;
  judging.value = { done: 0, total: line.value.length };
  try {
    await ensure(end);
    const nodes = positionsOf(end);
    await job('course', linearSgf(end), {
      signal: mine.signal,
      onProgress: (p) => {
        if (abort !== mine) return;
        judging.value = { done: p.done, total: p.total };
        for (const point of p.partial?.positions ?? []) {
          const node = nodes[point.number];
          if (node) learn(node.id, { score: point.score, winRate: null, phase: point.phase, temperature: point.temperature });
        }
      },
    });
  } catch (error) {
    report(error);
  }
  if (abort === mine) stopJudging();
}

export const scoreHistory = computed(() => {
  const out = new Map<number, Valued>(judged.value);
  for (const [id, v] of liveHistory.value) out.set(id, { ...out.get(id), score: v.score ?? out.get(id)?.score ?? null, winRate: v.winRate });
  for (const [id, v] of reviewHistory.value) out.set(id, { ...out.get(id), score: v.score ?? out.get(id)?.score ?? null, winRate: v.winRate ?? out.get(id)?.winRate ?? null });
  return out;
});
