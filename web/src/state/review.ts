/** The review of a game: run in the background, told as it comes, kept by the server, found again by the moves of the record. */
import { batch, computed, effect, signal } from '@preact/signals';
import { type Progress, CommandError, job, listFiles, readFile, writeFile } from '../api/client';
import type { Reviewed, ReviewedMove } from '../api/types';
import { t } from '../i18n';
import { current, game, line, moveOf, pathOf, nextOf, revision, touch } from './game';
import { reviewHistory, type Valued } from './values';
import { linearSgf } from './linear';
import { notify, report } from './notices';
import { beforeEdit } from './edits';
import { quality, type Verdict } from './quality';
import { onStop } from './stop';
import { lang } from './settings';
import { askNothing } from './question';
import { lineOf, showLine, type Line } from './variation';
import type { GameNode } from './sgf';

export interface ReviewState {
  /** The moves of the line reviewed, as the record writes them: by these its nodes are found, whatever tree they lie in. */
  moves: string[];
  answer: Reviewed | null;
  /** Null when it does not run. */
  running: { progress: Progress | null; stop: () => void; since: number } | null;
}
export const review = signal<ReviewState | null>(null);

onStop(() => review.value?.running?.stop());

export const SIGN = { good: '▲', mistake: '▼', blunder: '▼▼', doubtful: '▽' } as const;

/** Only what was looked at for longer is praised or blamed: a first look is no verdict. */
export function verdictOf(m: ReviewedMove): Verdict | null {
  if (!m.confirmed) return null;
  if (m.purpose) return 'good';
  if (m.verdict === 'blunder' || m.verdict === 'mistake') return m.verdict;
  return m.verdict === 'inaccuracy' || m.verdict === 'doubtful' ? 'doubtful' : null;
}

/** The comment if there is one, else the bare reasons. */
export const reasonTexts = (m: ReviewedMove): string[] => m.comment?.text ? m.comment.text.split('\n').filter(Boolean) : m.reasons.map((r) => r.text);

const written = (node: GameNode) => (['B', 'W'] as const).flatMap((c) => (node.props.has(c) ? [`${c}${node.props.get(c)![0] ?? ''}`] : []))[0];

/** The nodes of the moves reviewed, in the record that is open now. */
export const reviewNodes = computed<GameNode[]>(() => {
  void revision.value;
  const r = review.value;
  if (!r) return [];
  const out: GameNode[] = [];
  let node: GameNode | undefined = game.value.root;
  if (written(node) === r.moves[0]) out.push(node);
  while (node && out.length < r.moves.length) {
    const wanted: string = r.moves[out.length]!;
    const next: GameNode | undefined = node.children.find((c) => written(c) === wanted) ?? node.children.find((c) => written(c) === undefined);
    if (next && written(next) === wanted) out.push(next);
    node = next;
  }
  return out;
});

const moments = computed(() => {
  const nodes = reviewNodes.value;
  const out = new Map<GameNode, ReviewedMove>();
  for (const m of review.value?.answer?.moves ?? []) {
    const node = nodes[m.number - 1];
    if (node) out.set(node, m);
  }
  return out;
});
/** What the review says of a node. */
export const momentOf = (node: GameNode): ReviewedMove | undefined => moments.value.get(node);
export const nodeOf = (m: ReviewedMove): GameNode | undefined => reviewNodes.value[m.number - 1];

/** The better line, from the position before the move. */
export function betterLine(m: ReviewedMove, node: GameNode): Line | null {
  const line = m.comment?.instead?.line.length ? m.comment.instead.line : m.line;
  if (!node.parent || !line.length || (line[0] === m.move && line.length < 2)) return null;
  return lineOf(node.parent, m.color, line, line[0] === m.move ? null : (moveOf(node, game.value.size)?.point ?? null));
}

/** Goes to a move that was reviewed; what is better lies on the board, to be stepped through. */
export function openMoment(m: ReviewedMove): void {
  const node = nodeOf(m);
  if (!node) return;
  current.value = node;
  askNothing();
  const better = betterLine(m, node);
  if (better && m.mistake) showLine(better);
}

/** The next or previous move of this line that the review marked. */
export function jumpTo(kind: 'good' | 'mistake', direction: 1 | -1): void {
  const nodes = line.value;
  for (let i = nodes.indexOf(current.value) + direction; i >= 0 && i < nodes.length; i += direction) {
    const m = momentOf(nodes[i]!);
    const v = m && verdictOf(m);
    if (m && v && (v === 'good') === (kind === 'good')) return openMoment(m);
  }
}

/** Verdicts and values follow the nodes, for tree and graph. */
export function followReview(): void {
  effect(() => {
    const verdicts = new Map<number, Verdict>();
    const values = new Map<number, Valued>();
    for (const [node, m] of moments.value) {
      const v = verdictOf(m);
      if (v) verdicts.set(node.id, v);
      values.set(node.id, { score: m.score_after ?? null, winRate: m.win_rate_after ?? null });
    }
    batch(() => {
      quality.value = verdicts;
      reviewHistory.value = values;
    });
  });
  let last: GameNode | null = null;
  effect(() => {
    const { root } = game.value;
    if (root === last) return;
    last = root;
    // another record: its own review, if one was kept; a tree rebuilt by an edit keeps the one it has
    if (review.peek() && reviewNodes.peek().length === review.peek()!.moves.length) return;
    if (review.peek()?.running) review.peek()!.running!.stop();
    review.value = null;
    restoring = restore(root);
  });
}

export function mainLine(root: GameNode): string[] {
  const out: string[] = [];
  for (let n: GameNode | undefined = root; n; n = n.children[0]) {
    const move = written(n);
    if (move !== undefined) out.push(move);
  }
  return out;
}

/** A name of the moves of a game. */
export function digest(text: string): string {
  let [a, b] = [0x811c9dc5, 0x1b873593];
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b + text.charCodeAt(i), 0x85ebca6b) ^ (b >>> 13);
  }
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0');
}

const fileOf = (moves: string[]) => `${digest(`${game.value.size.w}x${game.value.size.h} ${moves.join(' ')}`)}.${lang.value}.json`;

let restoring: Promise<void> = Promise.resolve();
/** Resolved when the review kept for the record in view is there, if there is one. */
export const restored = () => restoring;

async function restore(root: GameNode): Promise<void> {
  const moves = mainLine(root);
  if (moves.length < 2) return;
  try {
    const name = fileOf(moves);
    if (!(await listFiles('reviews')).some((f) => f.name === name)) return;
    const kept = JSON.parse(await readFile('reviews', name)) as { moves: string[]; answer: Reviewed };
    if (game.value.root === root && !review.value) review.value = { moves: kept.moves, answer: kept.answer, running: null };
  } catch {
    /* it can be made again */
  }
}

let saved = 0;
async function save(moves: string[], answer: Reviewed): Promise<void> {
  saved = performance.now();
  try {
    await writeFile('reviews', fileOf(moves), JSON.stringify({ moves, answer }));
  } catch (error) {
    report(error);
  }
}

export async function startReview(options: { playouts: number; engine: string; reader: string }): Promise<void> {
  review.value?.running?.stop();
  // to the end of the line in view
  let end = current.value;
  for (let n = nextOf(end); n; n = nextOf(n)) end = n;
  const nodes = pathOf(end).filter((n) => moveOf(n, game.value.size));
  const moves = nodes.map((n) => written(n)!);
  const stopped = new AbortController();
  const since = performance.now();
  const stop = () => stopped.abort();
  const mine = () => review.value?.running?.stop === stop;
  review.value = { moves, answer: null, running: { progress: null, stop, since } };
  try {
    const answer = await job('review', { ...linearSgf(end, true), playouts: options.playouts, engine: options.engine, ...(options.reader && { for: options.reader }) }, {
      gentle: stopped.signal,
      onProgress: (progress) => {
        if (!mine()) return;
        const partial = progress.partial;
        review.value = { moves, answer: partial ?? review.value!.answer, running: { progress, stop, since } };
        if (partial && performance.now() - saved > 5000) void save(moves, partial);
      },
    });
    if (mine()) review.value = { moves, answer, running: null };
    await save(moves, answer);
  } catch (error) {
    const kept = mine() ? review.value!.answer : null;
    if (mine()) review.value = kept ? { moves, answer: kept, running: null } : null;
    if (kept) await save(moves, kept);
    // what was stopped before it could say anything needs no message of the server
    if (error instanceof CommandError && error.kind === 'cancelled') notify(t('review.stopped'));
    else report(error);
  }
}

/** Writes what was found into the record as standard comments and marks. */
export function writeIntoRecord(): void {
  if (!review.value?.answer) return;
  beforeEdit();
  for (const [node, m] of moments.value) {
    const v = verdictOf(m);
    if (!v) continue;
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
