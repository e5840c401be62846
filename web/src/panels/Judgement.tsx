/** The judgement of the whole board, with the sum it comes from; "if ignored" and "why this, not that". */
import type { Evidence, Plan } from '../api/types';
import { t, word } from '../i18n';
import { objects } from '../state/analysis';
import { current } from '../state/game';
import { evidenceShapes, hoverProps, light } from '../state/highlight';
import { askIgnored, ignored, whyNot, type Side } from '../state/questions';
import { Needs, Section, Term, margin, signed } from '../util/ui';
import { ReasonList, Waiting } from './Candidates';
import { Sentence } from './Sentence';
import { baseline } from '../state/params';

/** Numbers of a part of the sum, whichever way the answer nests them. */
function flat(source: unknown, prefix = ''): [string, number][] {
  if (typeof source === 'number') return [[prefix, source]];
  if (!source || typeof source !== 'object' || Array.isArray(source)) return [];
  return Object.entries(source as Record<string, unknown>).flatMap(([k, v]) => flat(v, prefix ? `${prefix}.${k}` : k));
}

export function JudgementPanel() {
  const e = objects();
  const j = e?.judgement;
  const rows = j ? Object.entries(j).filter(([k]) => !['score', 'phase', 'kind', 'standing', 'reason', 'text', 'territory_points'].includes(k)) : [];
  const before = baseline.value?.judgement.score;
  return (
    <Section title={t('judgement.title')} help="judgement" id="judgement">
      <Needs command="explain">
        {!j ? <Waiting /> : (
          <>
            <p class="headline">
              <output aria-label={t('judgement.title')} data-score={j.score}>{margin(j.score)}</output>
              {before !== undefined && Math.abs(before - j.score) >= 0.05 && <span class="diff">{t('params.change', { before: margin(before), diff: signed(j.score - before) })}</span>}
              <small>{t('estimated')}</small>
            </p>
            <p class="tags">
              <Term page="judgement">{t(`color.${e.to_play ?? 'black'}`)} {word('standing', j.standing)}</Term><Term page="judgement">{word('phase', j.phase)}</Term><Term page="judgement">{word('kind', j.kind)}</Term>
            </p>
            <table class="figures">
              <thead><tr><th scope="col">{t('judgement.part')}</th><th scope="col" class="num">{t('color.black')}</th><th scope="col" class="num">{t('color.white')}</th></tr></thead>
              <tbody>
                {pairs(rows).map(([name, b, w]) => (
                  <tr key={name}><th scope="row">{word('sum', name)}</th><td class="num">{number(b)}</td><td class="num">{number(w)}</td></tr>
                ))}
                <tr class="sum"><th scope="row">{t('judgement.sum')}</th><td class="num" colSpan={2}>{signed(j.score)}</td></tr>
              </tbody>
            </table>
            {j.reason && <ReasonTree reason={j.reason} />}
            {e.plan && <PlanText plan={e.plan} />}
          </>
        )}
        <div class="row"><button type="button" class="small" onClick={() => void askIgnored()}>{t('ignored.ask')} <kbd>I</kbd></button></div>
        <IgnoredAnswer />
        <WhyNotAnswer />
      </Needs>
    </Section>
  );
}

const number = (n: number | null) => (n === null ? '–' : Number.isInteger(n) ? String(n) : n.toFixed(1));

/** Rows with a figure for each side: from `{black: {territory: …}}` and from `territory: {black: …}` alike. */
function pairs(rows: [string, unknown][]): [string, number | null, number | null][] {
  const out = new Map<string, [number | null, number | null]>();
  const put = (name: string, side: 0 | 1, value: number) => {
    const row = out.get(name) ?? [null, null];
    row[side] = value;
    out.set(name, row);
  };
  for (const [key, value] of rows) {
    if (key === 'black' || key === 'white') for (const [name, n] of flat(value, typeof value === 'number' ? 'total' : '')) put(name, key === 'black' ? 0 : 1, n);
    else if (value && typeof value === 'object' && !Array.isArray(value)) {
      const o = value as Record<string, unknown>;
      for (const side of ['black', 'white'] as const) {
        const v = o[side];
        const n = typeof v === 'number' ? v : Array.isArray(v) ? v.length : typeof (v as Record<string, unknown>)?.total === 'number' ? ((v as Record<string, number>).total as number) : null;
        if (n !== null) put(key, side === 'black' ? 0 : 1, n);
      }
    } else if (typeof value === 'number') put(key, key === 'compensation' ? 1 : 0, value);
  }
  return [...out].map(([name, [b, w]]) => [name, b, w]);
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
      <li><b>{t('plan.strategy')}</b> {plan.strategy}</li>
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
  if (q.loading) return <p class="quiet" role="status">{t('working')}</p>;
  if (!q.threat) return <p>{t('ignored.nothing')}</p>;
  const size = q.after === null ? 0 : Math.abs(q.after - q.before);
  return (
    <div class="answer" role="status" {...hoverProps(() => light([q.threat!.move], 'bad'))}>
      <p><b>{size >= 6 ? t('ignored.must') : size >= 2 ? t('ignored.big') : t('ignored.tenuki')}</b> {t('ignored.threat', { move: q.threat.move, size: size.toFixed(1) })}</p>
      <ReasonList candidate={q.threat} />
    </div>
  );
}

function WhyNotAnswer() {
  const q = whyNot.value;
  if (!q || q.node !== current.value.id) return null;
  const names = (s: Side) => new Set((s.candidate?.reasons ?? []).map((r) => r.intention));
  const missed = [...names(q.first)].filter((n) => !names(q.second).has(n));
  const gained = [...names(q.second)].filter((n) => !names(q.first).has(n));
  return (
    <div class="answer" role="status">
      <p>
        <b>{t('why.compare', { first: q.first.move, second: q.second.move })}</b>{' '}
        {q.first.after !== null && q.second.after !== null && t('why.after', { first: margin(q.first.after), second: margin(q.second.after) })}
      </p>
      {missed.length > 0 && <p>{t('why.misses', { move: q.second.move, what: missed.map((n) => word('intention', n)).join(' · ') })}</p>}
      {gained.length > 0 && <p>{t('why.gains', { move: q.second.move, what: gained.map((n) => word('intention', n)).join(' · ') })}</p>}
      <div class="columns">
        {[q.first, q.second].map((s) => (
          <div key={s.move} {...hoverProps(() => light([s.move]))}>
            <h3>{s.move} {s.candidate && <small>{s.candidate.value.toFixed(1)}</small>}</h3>
            {s.candidate ? <ReasonList candidate={s.candidate} /> : <p class="quiet">{t('why.noIntention')}</p>}
          </div>
        ))}
      </div>
    </div>
  );
}
