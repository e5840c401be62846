/** The question of a quiz, the verdict on an answer, its refutation. */
import { t, word } from '../i18n';
import { current, other } from '../state/game';
import { collection } from '../state/problems';
import { endQuiz, quiz } from '../state/quiz';
import { refutation } from '../state/refute';
import { solve, solving } from '../state/solving';
import { lineOf } from '../state/variation';
import { Answer } from './Shell';

export function QuizAnswer() {
  const q = quiz.value!;
  const problem = q.kind === 'problem' ? solving.value : null;
  const list = collection.value?.problems ?? [];
  const next = problem ? list[list.findIndex((p) => p.id === problem.id) + 1] : undefined;
  const found = problem && refutation.value?.problem === problem.id ? refutation.value : null;
  const refuted = found?.outcome === 'refuted' ? found : null;
  const otherRight = found?.outcome === 'works';
  const targets = problem ? (Array.isArray(problem.target) ? problem.target.join(' ') : (problem.target ?? '')) : '';
  if (q.kind === 'moment') return <MomentQuiz />;
  const texts = [
    problem ? `${t(`color.${problem.to_play}`)} ${t('toPlay')}: ${word('problemGoal', problem.goal)} ${targets}.` : '',
    q.last ? (q.last.right ? `✓ ${t(otherRight ? 'quiz.alsoRight' : 'quiz.right', { move: q.last.move })}` : `✗ ${t(problem ? (refuted ? 'quiz.wrongAnswer' : 'quiz.notAnswer') : 'quiz.wrong', { move: q.last.move })}`) : t('quiz.yourMove'),
    refuted ? `${t('quiz.refuted')} ${refuted.line[0]}.` : '',
    problem && q.revealed ? `${t('problem.answers')}: ${(q.answers ?? []).join(' ')}.` : '',
  ];
  return (
    <Answer id="quiz" title={problem ? problem.id : t('quiz.title')} note={`${q.right}/${q.asked}`} texts={texts}
      lines={refuted ? [{ label: t('quiz.refuted'), line: lineOf(current.value, other(problem!.to_play), refuted.line.slice(0, 9)) }] : []}
      buttons={
        <>
          {problem && !q.hidden && <button type="button" class="small" onClick={() => solve(problem)}>{t('quiz.again')}</button>}
          {problem && next && <button type="button" class="small primary" onClick={() => solve(next)}>{t('quiz.next')}</button>}
          {problem && !q.revealed && <button type="button" class="small" onClick={() => (quiz.value = { ...q, hidden: false, revealed: true })}>{t('quiz.reveal')}</button>}
          <button type="button" class="small" onClick={() => { endQuiz(); solving.value = null; }}>{t('quiz.stop')}</button>
        </>
      } />
  );
}

/** One's own mistake: the better move is to be found; a wrong try is answered by comparing both. */
function MomentQuiz() {
  const q = quiz.value!;
  const said = q.last ? (q.last.right ? `✓ ${t('quiz.right', { move: q.last.move })}` : `✗ ${t('quiz.notIt', { move: q.last.move })}`) : '';
  const worse = q.worse && !q.last?.right ? (q.worse.points >= 1 ? t(q.worse.reply ? 'quiz.worse' : 'quiz.worseOnly', { points: q.worse.points.toFixed(1), reply: q.worse.reply ?? '' }) : t('quiz.asGood')) : '';
  return (
    <Answer id="quiz" title={t('quiz.own')} note={`${q.right}/${q.asked}`} texts={[said, worse, ...(q.revealed ? [q.solution ?? ''] : [q.question ?? ''])]} buttons={
      <>
        {!q.revealed && <button type="button" class="small" onClick={() => (quiz.value = { ...q, hidden: false, revealed: true })}>{t('quiz.reveal')}</button>}
        <button type="button" class="small" onClick={endQuiz}>{t('quiz.stop')}</button>
      </>
    } />
  );
}
