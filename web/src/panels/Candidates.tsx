/** The score table: every candidate with its intentions; resting on a reason shows its evidence on the board. */
import { useState } from 'preact/hooks';
import type { Candidate, CandidateReason } from '../api/types';
import { t, word } from '../i18n';
import { explained, here } from '../state/analysis';
import { evidenceShapes, hoverProps, light } from '../state/highlight';
import { ask, question } from '../state/question';
import { intentionPage } from '../terms';
import { Needs, Section, Term, Th, signed } from '../util/ui';
import { Sentence } from './Sentence';

export function ReasonList({ candidate }: { candidate: Candidate }) {
  return (
    <ul class="reasons">
      {candidate.reasons.map((r, i) => <ReasonItem key={i} reason={r} move={candidate.move} />)}
      {!!candidate.strategy && <li tabIndex={0}><span class="value">{signed(candidate.strategy)}</span> <b>{t('candidates.strategy')}</b> {(candidate.strategy_reasons ?? []).map((r, i) => <Sentence key={i} text={r.text ?? ''} />)}</li>}
      {candidate.habit && <li class="quiet" tabIndex={0} {...hoverProps(() => light([candidate.move]))}><span class="value">({signed(candidate.habit.value)})</span> <Sentence text={candidate.habit.text} /></li>}
      {(candidate.removed ?? []).map((r, i) => <li key={`removed${i}`} class="removed" tabIndex={0}><s><span class="value">{signed(r.value)}</span> {word('intention', r.intention)}</s> <Sentence text={r.text} /></li>)}
    </ul>
  );
}

function ReasonItem({ reason, move }: { reason: CandidateReason; move: string }) {
  return (
    <li tabIndex={0} {...hoverProps(() => [...light([move]), ...evidenceShapes(reason)])}>
      <span class="value">{signed(reason.value)}</span> <b><Term page={intentionPage(reason.intention)}>{reason.name || word('intention', reason.intention)}</Term></b> <Sentence text={reason.text} />
    </li>
  );
}

export function CandidatesPanel() {
  const e = here(explained);
  const [all, setAll] = useState(false);
  const [byIntention, setByIntention] = useState(false);
  const q = question.value;
  const list = [...(e?.candidates ?? [])];
  if (byIntention) list.sort((a, b) => (a.reasons[0]?.intention ?? '').localeCompare(b.reasons[0]?.intention ?? '') || b.value - a.value);
  const shown = all ? list : list.slice(0, 8);
  return (
    <Section title={t('candidates.title')} help="decision" id="candidates">
      <Needs command="explain">
        {!e ? <Waiting /> : !list.length ? <p class="quiet">{t('candidates.none')}</p> : (
          <>
            <table class="figures candidates">
              <thead>
                <tr>
                  <th scope="col">#</th><Th page="decision">{t('candidates.point')}</Th>
                  <th scope="col"><button type="button" class="plain" aria-pressed={byIntention} onClick={() => setByIntention(!byIntention)}>{t('candidates.intentions')} ↕</button></th>
                  <Th page="decision" num>{t('candidates.sum')}</Th><Th page="decision" num>{t('candidates.habit')}</Th>
                </tr>
              </thead>
              <tbody>
                {shown.map((c) => {
                  const rank = e.candidates.indexOf(c);
                  const on = q.kind === 'candidate' && q.move === c.move;
                  return (
                    <tr key={c.move} class={`${rank === 0 ? 'best' : ''} ${on ? 'chosen' : ''}`} {...hoverProps(() => [...light([c.move]), ...c.reasons.flatMap((r) => evidenceShapes(r))])} onClick={() => ask({ kind: 'candidate', move: c.move })}>
                      <td>{rank < 26 ? String.fromCharCode(65 + rank) : rank + 1}</td>
                      <td><button type="button" class="point" aria-pressed={on}>{c.move}</button></td>
                      <td class="intentions">{c.reasons.map((r) => r.name || word('intention', r.intention)).filter((v, i, a) => a.indexOf(v) === i).join(' · ')}</td>
                      <td class="num">{c.value.toFixed(1)}</td><td class="num">{c.habit ? `${c.habit.percent.toFixed(0)} %` : ''}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
            <div class="row">
              {list.length > 8 && <button type="button" class="small" onClick={() => setAll(!all)}>{all ? t('less') : t('candidates.all', { count: list.length })}</button>}
            </div>
          </>
        )}
      </Needs>
    </Section>
  );
}

export function Waiting() {
  if (explained.error.value) return <p class="error">{explained.error.value}</p>;
  return <p class="quiet">{explained.loading.value ? t('working') : t('analysis.off')}</p>;
}
