/** The problem being solved. */
import { signal } from '@preact/signals';
import { showProblem, type Problem } from './problems';
import { quiz } from './quiz';
import { refutation, refute } from './refute';

export const solving = signal<Problem | null>(null);

export function solve(problem: Problem | undefined): void {
  if (!problem) return;
  showProblem(problem);
  refutation.value = null;
  solving.value = problem;
  quiz.value = { kind: 'problem', hidden: true, right: quiz.value?.right ?? 0, asked: quiz.value?.asked ?? 0, answers: problem.answers, onAnswer: (right) => !right && void refute(problem) };
}
