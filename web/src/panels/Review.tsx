/** Review: the moments of the game, and its story; what is said of a moment stands in the card, its line on the board. */
import { signal } from '@preact/signals';
import type { GameReview } from '../api/generated';
import type { ReviewedMove } from '../api/types';
import { t, word } from '../i18n';
import { resultText } from '../NavBar';
import { download, openFile, pickFile, suggestedName } from '../state/files';
import { current, info, recordText } from '../state/game';
import { alternate } from '../state/highlight';
import { notify } from '../state/notices';
import { betterLine, nodeOf, openMoment, review, reviewNodes, SIGN, verdictOf, writeIntoRecord } from '../state/review';
import { READERS, depth, reader, reviewNow } from '../state/reviewing';
import { startMomentQuiz } from '../state/quiz';
import { lineHover, showLine } from '../state/variation';
import { Needs, Progress, Section, Select, Th, margin } from '../util/ui';
import { Sentence } from './Sentence';

const only = signal<'marked' | 'all'>('marked');

export function MomentsPanel() {
  const r = review.value;
  return (
    <>
      <Section title={t('review.title')} help="review" id="review" actions={<button type="button" class="small" onClick={async () => { const f = await pickFile(); if (f) await openFile(f); }}>{t('file.open')}</button>}>
        <p class="quiet">{info('PB') || t('color.black')} – {info('PW') || t('color.white')} {info('RE') && resultText(info('RE'))}</p>
        <Needs command="review">
          <div class="row bottom">
            <Select label={t('review.for')} value={reader.value} options={READERS.map((x) => [x, x || t('review.forRecord')])} onChange={(v) => (reader.value = v)} />
            <Select label={t('review.depth')} value={depth.value} options={(['quick', 'normal', 'deep'] as const).map((d) => [d, t(`review.${d}`)])} onChange={(v) => (depth.value = v)} />
            {r?.running ? <button type="button" onClick={r.running.stop}>{t('stop')}</button> : <button type="button" class={r?.answer ? '' : 'primary'} onClick={reviewNow}>{t(r?.answer ? 'review.again' : 'review.run')}</button>}
          </div>
          {r?.running && <Progress share done={r.running.progress?.done ?? 0} total={r.running.progress?.total ?? 0} message={t('review.progress')} since={r.running.since} />}
          {r?.answer && !r.running && !r.answer.complete && <p class="quiet" id="incomplete">{t('review.incomplete')}</p>}
        </Needs>
      </Section>
      {r?.answer && <Findings moves={r.answer.moves} />}
    </>
  );
}

function Findings({ moves }: { moves: ReviewedMove[] }) {
  const answer = review.value!.answer!;
  const marked = moves.filter((m) => verdictOf(m) || (m.turning && answer.complete));
  const shown = only.value === 'marked' ? marked : moves;
  return (
    <Section title={t('review.findings', { good: marked.filter((m) => verdictOf(m) === 'good').length, bad: marked.filter((m) => m.mistake && verdictOf(m)).length })} help="review" id="findings">
      <table class="figures moments">
        <thead><tr><th scope="col">#</th><Th page="review">{t('candidates.point')}</Th><Th page="review">{t('review.verdict')}</Th><Th page="review" num>{t('review.lossShort')}</Th><Th page="judgement" num>{t('graph.score')}</Th></tr></thead>
        <tbody>
          {shown.map((m) => {
            const v = verdictOf(m);
            const node = nodeOf(m);
            return (
              <tr key={m.number} class={node === current.value ? 'chosen' : ''} data-moment={m.number} onClick={() => openMoment(m)} {...lineHover(() => (node ? betterLine(m, node) : null))}>
                <td>{m.number}</td>
                <td><span class={`disc ${m.color}`} aria-hidden="true" /> <button type="button" class="point">{m.move}</button></td>
                <td>{v && <span class={`v-text ${v}`}>{SIGN[v]}</span>} {(v || answer.complete) && word('verdict', m.verdict)}{m.turning && <small> ⇄ {t('review.turning')}</small>}{m.decisive && <small> ★ {t('review.decisive')}</small>}</td>
                <td class="num">{m.loss >= 0.05 ? m.loss.toFixed(1) : '–'}</td><td class="num">{margin(m.score_after)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {shown.length === 0 && <p class="quiet">{t('review.none')}</p>}
      <div class="row">
        <label class="check"><input type="checkbox" checked={only.value === 'all'} onChange={(e) => (only.value = e.currentTarget.checked ? 'all' : 'marked')} />{t('review.all')}</label>
        <button type="button" class="small" onClick={() => { writeIntoRecord(); notify(t('review.written')); }}>{t('review.write')}</button>
        {answer.html && <button type="button" class="small" onClick={() => download(suggestedName('html'), answer.html, 'text/html')}>{t('review.html')}</button>}
        <button type="button" class="small" onClick={() => { if (!answer.sgf) writeIntoRecord(); download(suggestedName('sgf'), answer.sgf || recordText(), 'application/x-go-sgf'); }}>{t('review.sgf')}</button>
        <button type="button" class="small" onClick={() => download(suggestedName('json'), JSON.stringify(answer, null, 1), 'application/json')}>JSON</button>
      </div>
    </Section>
  );
}

/** The game told in order, and what to learn from it. */
export function StoryPanel() {
  const g = review.value?.answer?.games[0];
  if (!g) return <Section title={t('review.summary')} help="review" id="summary"><p class="quiet">{t(review.value ? 'review.storyLater' : 'review.notYet')}</p></Section>;
  return <Story game={g} />;
}

function Story({ game: g }: { game: GameReview }) {
  return (
    <>
      <Section title={t('review.summary')} help="review" id="summary">
        <p><Sentence text={g.summary} /></p>
        <p class="quiet">{t('review.judgedBy', { judge: g.judge })} {g.caveat}</p>
        {g.accuracy_lines.map((x) => <p key={x}><Sentence text={x} /></p>)}
      </Section>
      <Practice game={g} />
      {g.story.map((c, i) => (
        <Section key={i} title={c.title} help="review">
          <p><Sentence text={c.text} /></p>
          <div class="row">{c.diagrams.map((d, k) => <button key={k} type="button" class="small" onClick={() => showDiagram(d.number, d.moves)}>{d.caption}</button>)}</div>
        </Section>
      ))}
    </>
  );
}

/** The board after some moves, the following ones of the game as a line on it. */
function showDiagram(number: number, moves: string[]): void {
  const nodes = reviewNodes.value;
  const from = number === 0 ? nodes[0]?.parent : nodes[number - 1];
  if (!from) return;
  current.value = from;
  const first = review.value?.answer?.moves[number]?.color;
  if (first && moves.length) showLine({ from, moves: alternate(first, moves), step: moves.length });
}

/** One's own mistakes as problems. */
function Practice({ game: g }: { game: GameReview }) {
  const lessons = g.lessons.filter(Boolean);
  if (!lessons.length && !g.practice.problems.length) return null;
  return (
    <Section title={t('review.practice')} help="review" id="practice">
      {lessons.length > 0 && <ul class="reasons">{lessons.map((x, i) => <li key={i}><Sentence text={x} /></li>)}</ul>}
      {g.practice.problems.map((p) => (
        <div key={p.number} class="row problem-row">
          <span class="grow"><Sentence text={p.question} /></span>
          <button type="button" class="small" data-solve={p.number} onClick={() => { const node = reviewNodes.value[p.number - 1]; if (node) startMomentQuiz(p, node); }}>{t('quiz.solve')}</button>
        </div>
      ))}
    </Section>
  );
}
