/** Next-move quiz and problem solving: hints stay hidden until the answer. */
import { signal } from '@preact/signals';
import { type Pt, gtp } from '../util/coords';
import { current, forward, game, moveOf, nextOf } from './game';
import { humanMove } from './play';
import { notify } from './notices';
import { t } from '../i18n';

export interface Quiz {
  kind: 'next-move' | 'problem';
  hidden: boolean;
  right: number;
  asked: number;
  /** The answers may be shown: found, or asked for. */
  revealed?: boolean;
  /** Points that are right, for a problem. */
  answers?: string[];
  /** What the user chose last, and whether it was right. */
  last?: { move: string; right: boolean };
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
  const right = q.answers?.includes(move) ?? false;
  quiz.value = { ...q, asked: q.asked + 1, right: q.right + Number(right), hidden: false, revealed: q.revealed || right, last: { move, right } };
  void humanMove(p).then((played) => played && q.onAnswer?.(right));
}

export const startQuiz = () => (quiz.value = { kind: 'next-move', hidden: true, right: 0, asked: 0 });
export const endQuiz = () => (quiz.value = null);
