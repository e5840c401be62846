/** The judgement of the whole board, with the sum it comes from; "if ignored" and "why this, not that". */
import type { Evidence, Judgement, Plan } from '../api/types';
import { t, word } from '../i18n';
import { objects } from '../state/analysis';
import { current } from '../state/game';
import { alternate, evidenceShapes, hoverProps, light, preview, sequence } from '../state/highlight';
import { askIgnored, compared, ignored, startCompare } from '../state/questions';
import { sumPage } from '../terms';
import { Needs, Section, Term, margin, signed } from '../util/ui';
import { ReasonList, Waiting } from './Candidates';
import { Sentence } from './Sentence';
import { baseline } from '../state/params';

export function JudgementPanel() {
  const e = objects();
  const j = e?.judgement;
  const before = baseline.value?.judgement.sum;
  return (
    <Section title={t('judgement.title')} help="judgement" id="judgement">
      <Needs command="explain">
        {!j ? <Waiting /> : (
          <>
            {e.brief && [e.brief.standing, e.brief.matters, e.brief.proposal].map((r) => <p key={r.rule} class="brief" tabIndex={0} {...hoverProps(() => evidenceShapes(r))}><Sentence text={r.text} /></p>)}
            <p class="headline">
              <output aria-label={t('judgement.title')} data-score={j.score}>{margin(j.score)}</output>
              <small>{t('estimated')}</small>
            </p>
            <p class="tags">
              <Term page="judgement">{t(`color.${e.to_play ?? 'black'}`)} {word('standing', j.standing)}</Term><Term page="judgement">{word('phase', j.phase)}</Term><Term page="judgement">{word('kind', j.kind)}</Term>
            </p>
            <table class="figures">
              <thead><tr><th scope="col">{t('judgement.part')}</th><th scope="col" class="num">{t('color.black')}</th><th scope="col" class="num">{t('color.white')}</th></tr></thead>
              <tbody>
                {rowsOf(j).map(([name, b, w]) => (
                  <tr key={name}><th scope="row"><Term page={sumPage(name)}>{word('sum', name)}</Term></th><td class="num">{number(b)}</td><td class="num">{number(w)}</td></tr>
                ))}
                <tr class="sum"><th scope="row"><Term page="judgement">{t('judgement.sum')}</Term></th><td class="num" colSpan={2}><output data-sum={j.sum}>{signed(j.sum)}</output>{before !== undefined && Math.abs(before - j.sum) >= 0.05 && <span class="diff">{t('params.change', { before: margin(before), diff: signed(j.sum - before) })}</span>}</td></tr>
              </tbody>
            </table>
            {j.reason && <ReasonTree reason={j.reason} />}
            {e.plan && <PlanText plan={e.plan} />}
          </>
        )}
        <div class="row"><button type="button" class="small" onClick={() => void askIgnored()}>{t('ignored.ask')} <kbd>I</kbd></button><button type="button" class="small" onClick={() => startCompare()}>{t('why.notThat')} <kbd>W</kbd></button></div>
        <IgnoredAnswer />
        <ComparedAnswer />
      </Needs>
    </Section>
  );
}

const number = (n: number | null) => (n === null ? '–' : Number.isInteger(n) ? String(n) : n.toFixed(1));

/** The sum, row by row: a figure for each side. */
function rowsOf(j: Judgement): [string, number | null, number | null][] {
  return [
    ['territory', j.territory.black, j.territory.white],
    ['moyo', j.moyo.black, j.moyo.white],
    ['compensation', j.compensation < 0 ? -j.compensation : null, j.compensation > 0 ? j.compensation : null],
    ['total', j.black + Math.max(0, -j.compensation), j.white + Math.max(0, j.compensation)],
  ];
}

/** A sentence and, indented, what it rests on. */
export function ReasonTree({ reason, depth = 3 }: { reason: Evidence; depth?: number }) {
  return (
    <div class="reason-tree">
      <p tabIndex={0} {...hoverProps(() => evidenceShapes(reason))}><Sentence text={reason.text ?? ''} /></p>
      {depth > 0 && !!reason.because?.length && <div class="because">{reason.because.map((r, i) => <ReasonTree key={i} reason={r} depth={depth - 1} />)}</div>}
    </div>
  );
}

function PlanText({ plan }: { plan: Plan }) {
  return (
    <ul class="reasons" aria-label={t('plan.title')}>
      <li><b><Term page="decision">{t('plan.strategy')}</Term></b> {plan.strategy}</li>
      {plan.emergency && <li><b>{t('plan.emergency')}</b> {plan.emergency}</li>}
      {plan.threats.map((threat, i) => (
        <li key={i} tabIndex={0} {...hoverProps(() => [...light([threat.move], 'bad'), ...light(threat.stones)])}>
          <span class="value">{threat.value.toFixed(1)}</span> <b>{t('plan.threat')}</b> <Sentence text={`${threat.move} ${word('intention', threat.intention)}`} />
        </li>
      ))}
      {(plan.cooperation ?? []).map((text, i) => <li key={`c${i}`}><Sentence text={text} /></li>)}
      {plan.pass && <li><Sentence text={plan.pass} /></li>}
    </ul>
  );
}

function IgnoredAnswer() {
  const q = ignored.value;
  if (!q || q.node !== current.value.id) return null;
  const a = q.answer;
  if (!a) return <p class="quiet" role="status">{t('working')}</p>;
  if (!a.threat) return <p class="answer" role="status">{t('ignored.nothing')}</p>;
  const mover = a.passer === 'black' ? 'white' : 'black';
  const shapes = () => [...light(a.move ? [a.move] : []), ...sequence(alternate(mover, a.line))];
  return (
    <div class="answer" role="status" id="ignored" {...hoverProps(shapes)}>
      <p>
        <b>{word('ignored', a.verdict)}</b> {t('ignored.threat', { last: a.move ?? '–', color: t(`color.${a.passer}`), move: a.threat.move, size: a.size.toFixed(1) })}
        {a.after !== null && <small> {margin(a.before)} → {margin(a.after)}</small>}
      </p>
      {a.line.length > 1 && <p class="pv"><Sentence text={a.line.join(' ')} /></p>}
      <ReasonList candidate={a.threat} />
      <button type="button" class="small" onClick={() => (preview.value = shapes())}>{t('ignored.show')}</button>
    </div>
  );
}

function ComparedAnswer() {
  const q = compared.value;
  if (!q || q.node !== current.value.id) return null;
  const a = q.answer;
  if (!a) return <p class="quiet" role="status">{t('working')}</p>;
  return (
    <div class="answer" role="status" id="compared">
      <p><b>{t('why.compare', { first: a.first.move, second: a.second.move })}</b> {t('why.after', { first: margin(a.first.after), second: margin(a.second.after) })}</p>
      {a.missed.length > 0 && <p>{t('why.misses', { move: a.second.move, what: a.missed.join(' · ') })}</p>}
      {a.gained.length > 0 && <p>{t('why.gains', { move: a.second.move, what: a.gained.join(' · ') })}</p>}
      <div class="columns">
        {[a.first, a.second].map((s) => (
          <div key={s.move} {...hoverProps(() => sequence(alternate(a.color, s.reply && s.reply !== 'pass' ? [s.move, s.reply] : [s.move])))}>
            <h3>{s.move} {s.candidate && <small>{s.candidate.value.toFixed(1)}</small>}</h3>
            {s.candidate ? <ReasonList candidate={s.candidate} /> : <p class="quiet">{t('why.noIntention')}</p>}
            {s.reply && <p class="quiet">{t('why.reply', { move: s.reply })}</p>}
          </div>
        ))}
      </div>
    </div>
  );
}
