/** A wrong answer to a problem is refuted: the other side's reply and what follows, found by reading. */
import { signal } from '@preact/signals';
import { job } from '../api/client';
import { current, other, type Color } from './game';
import { linearSgf } from './linear';
import { report } from './notices';
import { quiz } from './quiz';
import { lineOf, showLine } from './variation';
import type { Problem, ProblemGoal } from './problems';

/** What reading says of the move tried: refuted, or proved to work as well as the answer that was looked for. */
export const refutation = signal<{ problem: string; line: string[]; outcome: 'refuted' | 'works' } | null>(null);

/** How the goal is read, and whether the solver is the side called the attacker there. */
const READ: Partial<Record<ProblemGoal, { goal: string; attacks: boolean }>> = {
  capture: { goal: 'capture', attacks: true },
  escape: { goal: 'capture', attacks: false },
  kill: { goal: 'life', attacks: true },
  live: { goal: 'life', attacks: false },
  connect: { goal: 'connect', attacks: true },
  cut: { goal: 'connect', attacks: false },
};

/** Asked at the position after the wrong move. */
export async function refute(problem: Problem): Promise<void> {
  refutation.value = null;
  const how = READ[problem.goal];
  const targets = Array.isArray(problem.target) ? problem.target : problem.target ? [problem.target] : [];
  if (!how || !targets.length) return;
  const node = current.value;
  try {
    const answer = await job('read', { ...linearSgf(node), goal: how.goal, targets, seconds: 3 });
    // the opponent moves next: his side of the answer refutes if he gets what he wants
    const reply = how.attacks ? answer.defend : answer.attack;
    if (current.value !== node) return;
    if (reply.result === 'lose' && reply.trust === 'proved') {
      refutation.value = { problem: problem.id, line: [], outcome: 'works' };
      const q = quiz.value;
      if (q?.last && !q.last.right) quiz.value = { ...q, right: q.right + 1, last: { ...q.last, right: true } };
      return;
    }
    if (reply.result !== 'win' || !reply.pv.length) return;
    const opponent: Color = other(problem.to_play);
    refutation.value = { problem: problem.id, line: reply.pv, outcome: 'refuted' };
    showLine(lineOf(node, opponent, reply.pv.slice(0, 9)));
  } catch (error) {
    report(error);
  }
}
