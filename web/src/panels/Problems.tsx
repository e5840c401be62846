/** Problem editor, collections with self-grading, and solving with hints hidden until the answer. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { job } from '../api/client';
import { t, word } from '../i18n';
import { preview } from '../state/highlight';
import { game } from '../state/game';
import { notify, report } from '../state/notices';
import { PROBLEM_GOALS, collection, collections, grade, gradeResult, grading, openCollection, problemHere, refreshCollections, saveProblem, showProblem, type Problem, type ProblemGoal } from '../state/problems';
import { quiz, startQuiz } from '../state/quiz';
import { solve } from '../state/solving';
import { clickTaker } from '../state/tools';
import { points } from '../state/highlight';
import type { Shape } from '../board/shapes';
import { gtp } from '../util/coords';
import { Needs, Progress, Section, Select } from '../util/ui';

interface Draft {
  file: string;
  id: string;
  goal: ProblemGoal;
  target: string[];
  answers: string[];
}
const draft = signal<Draft>({ file: 'mine', id: 'problem-1', goal: 'capture', target: [], answers: [] });

const verdict = signal('');

const marks = (d: Draft): Shape[] => [
  ...points(d.target).map((p): Shape => ({ kind: 'ring', p, tone: 'bad', strong: true })),
  ...points(d.answers).map((p, i): Shape => ({ kind: 'label', p, text: String.fromCharCode(65 + i), tone: 'accent' })),
];

function pick(key: 'target' | 'answers'): void {
  const taken = clickTaker.value !== null;
  if (taken) {
    clickTaker.value = null;
    picking.value = null;
    return;
  }
  picking.value = key;
  clickTaker.value = (p) => {
    const name = gtp(p, game.value.size);
    const old = draft.value[key];
    draft.value = { ...draft.value, [key]: old.includes(name) ? old.filter((x) => x !== name) : [...old, name] };
    preview.value = marks(draft.value);
  };
}
const picking = signal<'target' | 'answers' | null>(null);

function ProblemEditor() {
  const d = draft.value;
  const set = (part: Partial<Draft>) => {
    draft.value = { ...d, ...part };
    verdict.value = '';
  };
  useEffect(() => () => { clickTaker.value = null; picking.value = null; preview.value = []; }, []);
  const problemNow = (): Problem => ({ id: d.id, ...problemHere(), goal: d.goal, target: d.target.length > 1 ? d.target : (d.target[0] ?? null), answers: d.answers });
  /** The program solves it before it is saved: does it find the answers given? */
  const tryIt = async () => {
    verdict.value = t('working');
    try {
      const graded = await job('grade', { problems: `${JSON.stringify(problemNow())}\n`, limit: 10 });
      const failed = graded.failed[0];
      verdict.value = graded.total === 0 ? t('problem.unreadable') : !failed ? `✓ ${t(graded.proved ? 'problem.proved' : 'problem.agrees')}` : `✗ ${t('problem.finds', { got: failed.got || '–' })}`;
    } catch (error) {
      verdict.value = '';
      report(error);
    }
  };
  const save = async (e: Event) => {
    e.preventDefault();
    clickTaker.value = null;
    picking.value = null;
    const problem = problemNow();
    try {
      await saveProblem(`${d.file}.jsonl`, problem);
      notify(t('saved', { name: d.id }));
    } catch (error) {
      report(error);
    }
  };
  return (
    <Section title={t('problem.editor')} help="problems" id="problem-editor">
      <form onSubmit={save} class="stack">
        <div class="form-grid">
          <label class="field"><span>{t('problem.collection')}</span><input name="file" required pattern="[\p{L}\p{N} _\-]+" value={d.file} onInput={(e) => set({ file: e.currentTarget.value })} /></label>
          <label class="field"><span>{t('problem.id')}</span><input name="id" required value={d.id} onInput={(e) => set({ id: e.currentTarget.value })} /></label>
          <Select label={t('problem.goal')} value={d.goal} options={PROBLEM_GOALS.map((g) => [g, t(`problemGoal.${g}`)])} onChange={(goal) => set({ goal })} />
        </div>
        <div class="row">
          <button type="button" aria-pressed={picking.value === 'target'} onClick={() => pick('target')}>{t('problem.target')}: {d.target.join(' ') || '–'}</button>
          <button type="button" aria-pressed={picking.value === 'answers'} onClick={() => pick('answers')}>{t('problem.answers')}: {d.answers.join(' ') || '–'}</button>
          <button type="button" class="small" onClick={() => { draft.value = { ...d, target: [], answers: [] }; preview.value = []; }}>{t('problem.clear')}</button>
        </div>
        <div class="row">
          <button type="submit" class="primary" disabled={!d.answers.length && d.goal !== 'recognise'}>{t('save')}</button>
          <button type="button" disabled={!d.answers.length} onClick={() => void tryIt()}>{t('problem.check')}</button>
          <output id="problem-verdict">{verdict.value}</output>
        </div>
        <p class="quiet">{t('problem.how')}</p>
      </form>
    </Section>
  );
}

function Collections() {
  useEffect(() => void refreshCollections(), []);
  const c = collection.value;
  const r = gradeResult.value;
  return (
    <Section title={t('collections.title')} help="problems" id="collections">
      {collections.value.length === 0 ? <p class="quiet">{t('collections.none')}</p> : (
        <div class="row">
          <select aria-label={t('problem.collection')} value={c?.name ?? ''} onChange={(e) => e.currentTarget.value && void openCollection(e.currentTarget.value)}>
            <option value="">–</option>
            {collections.value.map((f) => <option key={f.name} value={f.name} selected={f.name === c?.name}>{f.name.replace('.jsonl', '')}</option>)}
          </select>
          {c && <button type="button" onClick={() => solve(c.problems[0])}>{t('quiz.solve')}</button>}
        </div>
      )}
      {c && (
        <>
          <Needs command="grade">
            {grading.value ? (
              <div class="row"><Progress done={grading.value.progress?.done ?? 0} total={grading.value.progress?.total ?? 0} message={grading.value.progress?.message ?? t('grade.running')} /><button type="button" class="small" onClick={() => grading.value?.abort.abort()}>{t('stop')}</button></div>
            ) : <button type="button" class="primary" onClick={() => void grade(c.name)}>{t('grade.run')}</button>}
          </Needs>
          {r?.name === c.name && (
            <div class="answer" role="status" id="grade-result">
              <p><b>{t('grade.result', { passed: r.graded.passed, total: r.graded.total })}</b> <small>{r.graded.seconds?.toFixed(1)} s</small></p>
              {!r.first && <p>{r.flipped.length ? `${t('grade.flipped')}: ` : t('grade.same')}{r.flipped.map((f) => <span key={f.id} class={`flip ${f.now}`}>{f.now === 'passed' ? '✓' : '✗'} {f.id} </span>)}</p>}
            </div>
          )}
          <div class="scroll" tabIndex={0} role="region" aria-label={t('collections.title')}>
            <table class="figures">
              <tbody>
                {c.problems.slice(0, 300).map((p) => {
                  const failed = r?.name === c.name ? r.graded.failed.find((f) => f.id === p.id) : undefined;
                  return (
                    <tr key={p.id}>
                      <th scope="row"><button type="button" class="point" onClick={() => showProblem(p)}>{p.id}</button></th><td>{word('problemGoal', p.goal)}</td>
                      <td>{r?.name === c.name && (failed ? <span class="flip failed">✗ {failed.got || '–'} <small>{t('grade.expected', { answers: failed.expected.join(' ') })}</small></span> : <span class="flip passed">✓</span>)}</td>
                      <td><button type="button" class="small" onClick={() => solve(p)}>{t('quiz.solve')}</button></td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Section>
  );
}

/** Guessing the moves of the record; the question itself stands in the card. */
function QuizPanel() {
  return (
    <Section title={t('quiz.title')} help="problems" id="quiz-start">
      <div class="row"><button type="button" disabled={!!quiz.value} onClick={startQuiz}>{t('quiz.nextMove')}</button><span class="quiet">{t('quiz.how')}</span></div>
    </Section>
  );
}

export function ProblemsPanel() {
  return <><Collections /><ProblemEditor /><QuizPanel /></>;
}
