/** Answers to questions about stones and moves: reading, races, eyes, "if ignored", "why this, not that". */
import type { ReadAnswer } from '../api/types';
import { t, word } from '../i18n';
import { ReasonList } from '../panels/Candidates';
import { current, other } from '../state/game';
import { preview } from '../state/highlight';
import { compared, ignored } from '../state/questions';
import { eyes, race } from '../state/race';
import { asked, stopReading } from '../state/reading';
import { openTab } from '../state/tabs';
import { mode } from '../state/settings';
import { lineOf } from '../state/variation';
import { points } from '../state/highlight';
import { margin } from '../util/ui';
import { Answer, type NamedLine } from './Shell';

const ofHere = <T extends { node: number }>(x: T | null): T | null => (x?.node === current.value.id ? x : null);
const inTab = (tab: 'stone' | 'race', label: string) => mode.value === 'analyse' && <button type="button" class="small" data-ask="tab" onClick={() => openTab(tab)}>{label}</button>;

/** Reasons of the calculus come without a full stop. */
const ended = (text: string) => (/[.。!?]$/.test(text) ? text : `${text}${t('sentence.end')}`);

function readLines(answer: ReadAnswer): NamedLine[] {
  const { attacker } = answer;
  const sides = [[attacker, answer.attack], [other(attacker), answer.defend]] as const;
  return sides.filter(([, side]) => side.pv.length).map(([color, side]) => ({ label: t('line.first', { color: t(`color.${color}`) }), line: lineOf(current.value, color, side.pv) }));
}

export function ReadingAnswer() {
  const a = ofHere(asked.value);
  if (!a) return <Answer title={t('read.title')} texts={[t('read.stopped')]} />;
  const title = `${t(`goal.${a.goal}`)} ${a.targets.join(', ')}`;
  if (!a.answer) return <Answer id="reading-answer" title={title} working buttons={<button type="button" class="small" onClick={stopReading}>{t('stop')}</button>} />;
  const breakers = a.answer.breakers ?? [];
  return (
    <Answer id="reading-answer" title={title} note={a.goal === 'ladder' ? t('read.ladder') : t(a.answer.complete ? 'read.proved' : 'read.limit')} texts={[...a.answer.sentences, ...(a.answer.sentences.includes(a.answer.remark ?? '') ? [] : [a.answer.remark ?? ''])]} lines={readLines(a.answer)} buttons={
      <>
        {breakers.length > 0 && <button type="button" class="small" data-ask="breakers" onClick={() => (preview.value = points(breakers).map((p) => ({ kind: 'cross', p, tone: 'bad' })))}>{t('read.breakers')} {breakers.slice(0, 6).join(' ')}</button>}
        {inTab('stone', t('trace.title'))}
      </>
    } />
  );
}

export function RaceAnswer() {
  const r = ofHere(race.value);
  if (!r) return <Answer title={t('race.title')} texts={[t('read.stopped')]} />;
  const title = t('race.of', { a: r.a, b: r.b });
  if (!r.answer) return <Answer id="race-card" title={title} working />;
  const { answer } = r;
  const lines = (['black', 'white'] as const).filter((c) => answer.best[c].length).map((c) => ({ label: t('line.first', { color: t(`color.${c}`) }), line: lineOf(current.value, c, answer.best[c].slice(0, 1)) }));
  return <Answer id="race-card" title={title} note={answer.class_name} texts={answer.reasons.map(ended)} lines={lines} buttons={inTab('race', t('answer.figures'))} />;
}

export function EyesAnswer() {
  const e = ofHere(eyes.value);
  if (!e) return <Answer title={t('race.title')} working />;
  const a = e.answer;
  const side = (key: 'race.blackFirst' | 'race.whiteFirst', count: number | null, lives: boolean | null) => `${t(key)}: ${t('eyes.count', { count: count ?? '?' })}${lives === null ? '' : `, ${t(lives ? 'eyes.lives' : 'eyes.dies')}`}. `;
  return <Answer id="eyes-card" title={`${t('eyes.of', { target: e.target })} ${a.value ?? '?'}`} texts={[side('race.blackFirst', a.eyes_black_first, a.lives_black_first), side('race.whiteFirst', a.eyes_white_first, a.lives_white_first), ...a.reasons.map(ended)]} buttons={inTab('race', t('answer.figures'))} />;
}

export function IgnoredAnswer() {
  const q = ofHere(ignored.value);
  const a = q?.answer;
  if (!a) return <Answer id="ignored" title={t('ignored.ask')} working={!!q} texts={q ? [] : [t('read.stopped')]} />;
  if (!a.threat) return <Answer id="ignored" title={t('ignored.ask')} texts={[t('ignored.nothing')]} />;
  const mover = other(a.passer);
  return (
    <Answer id="ignored" title={word('ignored', a.verdict)} note={a.after !== null && `${margin(a.before)} → ${margin(a.after)}`}
      texts={[t('ignored.threat', { last: a.move ?? '–', color: t(`color.${a.passer}`), move: a.threat.move, size: a.size.toFixed(1) })]}
      lines={[{ label: t('line.threat'), line: lineOf(current.value, mover, a.line.length ? a.line : [a.threat.move]) }]}
      more={<ReasonList candidate={a.threat} />} />
  );
}

export function ComparedAnswer() {
  const q = ofHere(compared.value);
  const a = q?.answer;
  if (!a) return <Answer id="compared" title={t('why.notThat')} working={!!q} texts={q ? [] : [t('read.stopped')]} />;
  const moves = [a.first, a.second];
  return (
    <Answer id="compared" title={t('why.compare', { first: a.first.move, second: a.second.move })}
      texts={[t('why.after', { first: margin(a.first.after), second: margin(a.second.after) }), a.missed.length ? `${t('why.misses', { move: a.second.move, what: a.missed.join(' · ') })}.` : '', a.gained.length ? `${t('why.gains', { move: a.second.move, what: a.gained.join(' · ') })}.` : '']}
      lines={moves.map((s) => ({ line: lineOf(q!.from, a.color, s.reply && s.reply !== 'pass' ? [s.move, s.reply] : [s.move]) }))}
      more={<div class="columns">{moves.map((s) => (
        <div key={s.move}>
          <h3>{s.move} {s.candidate && <small>{s.candidate.value.toFixed(1)}</small>}</h3>
          {s.candidate ? <ReasonList candidate={s.candidate} /> : <p class="quiet">{t('why.noIntention')}</p>}
          {s.reply && <p class="quiet">{t('why.reply', { move: s.reply })}</p>}
        </div>
      ))}</div>} />
  );
}
