/** The judgement of the whole board: the sum it comes from, its reasons, the plan. */
import type { Evidence, Judgement, Plan } from '../api/types';
import { t, word } from '../i18n';
import { objects } from '../state/analysis';
import { evidenceShapes, hoverProps, light } from '../state/highlight';
import { sumPage } from '../terms';
import { Needs, Section, Term, margin, signed } from '../util/ui';
import { Waiting } from './Candidates';
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
