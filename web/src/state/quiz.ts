/** Next-move quiz and problem solving: hints stay hidden until the answer. */
import { signal } from '@preact/signals';
import { type Pt, gtp } from '../util/coords';
import { current, forward, game, moveOf, nextOf } from './game';
import { humanMove } from './play';
import { notify, report } from './notices';
import { askNothing } from './question';
import { call } from '../api/client';
import { boardAt } from './boards';
import { linearSgf } from './linear';
import { closeLine, lineOf, showLine } from './variation';
import type { GameNode } from './sgf';
import { t } from '../i18n';

export interface Quiz {
  kind: 'next-move' | 'problem' | 'moment';
  hidden: boolean;
  right: number;
  asked: number;
  /** The answers may be shown: found, or asked for. */
  revealed?: boolean;
  /** Points that are right, for a problem. */
  answers?: string[];
  /** The question in words, and what is said when it is answered. */
  question?: string;
  solution?: string;
  /** The position it is asked at. */
  at?: GameNode;
  /** What the user chose last, and whether it was right. */
  last?: { move: string; right: boolean };
  /** What is wrong with it: points behind the best move, and the answer to it. */
  worse?: { points: number; reply: string | null };
  /** Called when the move is on the board. */
  onAnswer?: (right: boolean) => void;
}
export const quiz = signal<Quiz | null>(null);

export function quizClick(p: Pt): void {
  const q = quiz.value;
  if (!q || !q.hidden) return;
  const move = gtp(p, game.value.size);
  if (q.kind === 'next-move') {
    const next = nextOf(current.value);
    const played = next && moveOf(next, game.value.size);
    if (!played) {
      notify(t('quiz.end'));
      return;
    }
    const right = played.point === p;
    quiz.value = { ...q, asked: q.asked + 1, right: q.right + Number(right), last: { move, right } };
    if (right) forward();
    else notify(t('quiz.wrong', { move }));
    return;
  }
  if (q.kind === 'moment') {
    const right = q.answers?.includes(move) ?? false;
    quiz.value = { ...q, asked: q.asked + 1, right: q.right + Number(right), hidden: !right, revealed: right, last: { move, right }, worse: undefined };
    closeLine();
    if (!right) void answerTry(move, q);
    return;
  }
  const right = q.answers?.includes(move) ?? false;
  quiz.value = { ...q, asked: q.asked + 1, right: q.right + Number(right), hidden: false, revealed: q.revealed || right, last: { move, right } };
  void humanMove(p).then((played) => played && q.onAnswer?.(right));
}

/** A wrong try is played out with its answer and weighed against the move that was looked for, which is not named. */
async function answerTry(move: string, q: Quiz): Promise<void> {
  const node = current.value;
  const mover = boardAt(node)?.toPlay ?? 'black';
  try {
    const a = await call('compare', { ...linearSgf(node), first: q.answers![0]!, second: move });
    if (current.value !== node || quiz.value?.last?.move !== move) return;
    const points = (a.first.after - a.second.after) * (mover === 'black' ? 1 : -1);
    const reply = a.second.reply && a.second.reply !== 'pass' ? a.second.reply : null;
    quiz.value = { ...quiz.value, worse: { points, reply } };
    showLine(lineOf(node, mover, reply ? [move, reply] : [move]));
  } catch (error) {
    report(error);
  }
}

/** A fault of a reviewed game as a problem: the position before it, and the better move is to be found. */
export function startMomentQuiz(p: { question: string; answer: string; solution: string }, node: GameNode): void {
  if (!node.parent) return;
  const at = node.parent;
  quiz.value = { kind: 'moment', hidden: true, right: quiz.value?.right ?? 0, asked: quiz.value?.asked ?? 0, answers: [p.answer], question: p.question, solution: p.solution, at };
  current.value = at;
  closeLine();
  askNothing();
}

export const startQuiz = () => (quiz.value = { kind: 'next-move', hidden: true, right: 0, asked: 0 });
export const endQuiz = () => (quiz.value = null);
