/** "If ignored" and "why this, not that": questions about single moves, answered by explaining neighbouring positions. */
import { signal } from '@preact/signals';
import { call } from '../api/client';
import type { Candidate, Explained } from '../api/types';
import { t } from '../i18n';
import { type Pt, fromGtp, gtp } from '../util/coords';
import { current, game, moveOf, other } from './game';
import { boardAt } from './boards';
import { linearSgf } from './linear';
import { notify, report } from './notices';
import { analysisOn, explained, here, pointChosen } from './analysis';
import { mode } from './settings';

export interface Ignored {
  node: number;
  /** Best follow-up of the side that moved last, if the other side plays elsewhere. */
  threat: Candidate | null;
  /** What the judgement would change to, for Black. */
  before: number;
  after: number | null;
  loading: boolean;
}
export const ignored = signal<Ignored | null>(null);

/** The position with one more move by the side to move. */
function withMove(sgf: string, color: 'black' | 'white', point: Pt | null): string {
  const { size } = game.value;
  const text = point === null ? '' : String.fromCharCode(97 + (point % size.w), 97 + size.h - 1 - Math.floor(point / size.w));
  return `${sgf.slice(0, -1)};${color === 'black' ? 'B' : 'W'}[${text}])`;
}

export async function askIgnored(): Promise<void> {
  const node = current.value;
  const board = boardAt(node);
  if (!board) return;
  mode.value = 'analyse';
  analysisOn.value = true;
  const { sgf } = linearSgf(node);
  ignored.value = { node: node.id, threat: null, before: 0, after: null, loading: true };
  try {
    const now = await call<Explained>('explain', { sgf });
    const passed = withMove(sgf, board.toPlay, null);
    const then = await call<Explained>('explain', { sgf: passed });
    const best = then.candidates?.[0] ?? null;
    let after: number | null = null;
    if (best && best.move !== 'pass') {
      const p = fromGtp(best.move, game.value.size);
      const done = await call<Explained>('explain', { sgf: withMove(passed, other(board.toPlay), p) });
      after = done.judgement.score;
    }
    if (ignored.value?.node === node.id) ignored.value = { node: node.id, threat: best, before: now.judgement.score, after, loading: false };
  } catch (error) {
    ignored.value = null;
    report(error);
  }
}

export interface WhyNot {
  node: number;
  first: Side;
  second: Side;
}
export interface Side {
  move: string;
  candidate: Candidate | null;
  /** Judgement for Black after the move. */
  after: number | null;
}
export const whyNot = signal<WhyNot | null>(null);

/** Compares the best candidate (or the move played) with a point the user picks. */
export function startWhyNot(): void {
  mode.value = 'analyse';
  analysisOn.value = true;
  notify(t('why.pick'));
  pointChosen.value = (p) => {
    pointChosen.value = null;
    void compareWith(p);
  };
}

export async function compareWith(point: Pt): Promise<void> {
  const node = current.value;
  const board = boardAt(node);
  if (!board) return;
  const { size } = game.value;
  const { sgf } = linearSgf(node);
  try {
    const now = here(explained) ?? (await call<Explained>('explain', { sgf }));
    const next = node.children[0] && moveOf(node.children[0], size);
    const firstMove = now.move ?? now.candidates?.[0]?.move ?? (next?.point != null ? gtp(next.point, size) : null);
    if (!firstMove) return;
    const side = async (move: string): Promise<Side> => {
      const p = fromGtp(move, size);
      let after: number | null = null;
      try {
        after = (await call<Explained>('explain', { sgf: withMove(sgf, board.toPlay, p) })).judgement.score;
      } catch (error) {
        report(error);
      }
      return { move, candidate: now.candidates?.find((c) => c.move === move) ?? null, after };
    };
    const [first, second] = [await side(firstMove), await side(gtp(point, size))];
    if (current.value === node) whyNot.value = { node: node.id, first, second };
  } catch (error) {
    report(error);
  }
}
