/** The review of a game: run in the background, by node for tree and graph, written into the record on demand. */
import { batch, signal } from '@preact/signals';
import { type Progress, job } from '../api/client';
import type { Reviewed, ReviewedMove } from '../api/types';
import { current, game, moveOf, pathOf, nextOf, touch } from './game';
import { reviewHistory, type Valued } from './values';
import { linearSgf } from './linear';
import { report } from './notices';
import { beforeEdit } from './edits';
import { quality, type Verdict } from './quality';
import { onStop } from './stop';
import type { GameNode } from './sgf';

export interface ReviewState {
  /** Nodes with a move along the line reviewed, in order. */
  nodes: GameNode[];
  answer: Reviewed | null;
  progress: Progress | null;
  abort: AbortController;
  /** When it began, by the page's clock. */
  since: number;
}
export const review = signal<ReviewState | null>(null);

onStop(() => review.value?.progress && review.value.abort.abort());

export function verdictOf(m: ReviewedMove): Verdict | null {
  if (m.purpose) return 'good';
  if (m.verdict === 'blunder' || m.verdict === 'mistake') return m.verdict;
  return m.verdict === 'inaccuracy' || m.verdict === 'doubtful' ? 'doubtful' : null;
}

/** The comment if there is one, else the bare reasons. */
export const reasonTexts = (m: ReviewedMove): string[] => m.comment?.text ? m.comment.text.split('\n').filter(Boolean) : m.reasons.map((r) => r.text);

function take(state: ReviewState, answer: Reviewed): void {
  const verdicts = new Map<number, Verdict>();
  const values = new Map<number, Valued>();
  for (const m of answer.moves) {
    const node = state.nodes[m.number - 1];
    if (!node) continue;
    const v = verdictOf(m);
    if (v) verdicts.set(node.id, v);
    const rate = m.win_rate_after ?? null;
    values.set(node.id, { score: m.score_after ?? null, winRate: typeof rate === 'number' ? rate : null });
  }
  batch(() => {
    quality.value = verdicts;
    reviewHistory.value = values;
    review.value = { ...state, answer };
  });
}

export async function startReview(options: { playouts: number; engine: string; reader: string }): Promise<void> {
  review.value?.abort.abort();
  const abort = new AbortController();
  // to the end of the line in view
  let end = current.value;
  for (let n = nextOf(end); n; n = nextOf(n)) end = n;
  const nodes = pathOf(end).filter((n) => moveOf(n, game.value.size));
  let state: ReviewState = { nodes, answer: null, progress: null, abort, since: performance.now() };
  review.value = state;
  try {
    const answer = await job('review', { ...linearSgf(end), playouts: options.playouts, engine: options.engine, ...(options.reader && { for: options.reader }) }, {
      signal: abort.signal,
      onProgress: (progress) => {
        if (review.value?.abort !== abort) return;
        state = { ...state, progress, answer: review.value.answer };
        review.value = state;
        if (progress.partial && Array.isArray((progress.partial as Reviewed).moves)) take(state, progress.partial as Reviewed);
      },
    });
    if (review.value?.abort === abort) take({ ...state, progress: null }, answer);
  } catch (error) {
    if (review.value?.abort === abort) review.value = review.value.answer ? { ...review.value, progress: null } : null;
    report(error);
  }
}

/** Writes what was found into the record as standard comments and marks. */
export function writeIntoRecord(): void {
  const r = review.value;
  if (!r?.answer) return;
  beforeEdit();
  for (const m of r.answer.moves) {
    const node = r.nodes[m.number - 1];
    const v = node && verdictOf(m);
    if (!node || !v) continue;
    const text = reasonTexts(m).join('\n');
    const old = node.props.get('C')?.[0];
    if (text && !old?.includes(text)) node.props.set('C', [old ? `${old}\n\n${text}` : text]);
    for (const key of ['TE', 'BM', 'DO', 'IT']) node.props.delete(key);
    if (v === 'good') node.props.set('TE', ['1']);
    else if (v === 'doubtful') node.props.set('DO', ['']);
    else node.props.set('BM', [v === 'blunder' ? '2' : '1']);
    if (typeof m.score_after === 'number') node.props.set('V', [m.score_after.toFixed(1)]);
  }
  touch();
}

export { quality };
