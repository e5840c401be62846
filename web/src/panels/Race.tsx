/** Capturing races of two groups and the eye space of one: exact values with their regions on the board. */
import type { EyesAnswer, RaceAnswer } from '../api/types';
import { t, word } from '../i18n';
import { current, game } from '../state/game';
import { coordinatesIn, hoverProps, light, points } from '../state/highlight';
import { inspected } from '../state/inspect';
import { askEyes, eyes, pickRace, race } from '../state/race';
import { gtp } from '../util/coords';
import { Needs, Section, Term } from '../util/ui';
import { fixed } from './Instruments';
import { Sentence } from './Sentence';

export function RacePanel() {
  const p = inspected.value;
  const target = p === null ? null : gtp(p, game.value.size);
  const r = race.value?.node === current.value.id ? race.value : null;
  const e = eyes.value?.node === current.value.id ? eyes.value : null;
  return (
    <Section title={t('race.title')} help="races" id="race">
      {!target ? <p class="quiet">{t('read.how')}</p> : (
        <div class="row">
          <b>{target}</b>
          <button type="button" class="small" data-ask="race" onClick={() => pickRace(target)}>{t('race.ask')}</button>
          <button type="button" class="small" data-ask="eyes" onClick={() => void askEyes(target)}>{t('eyes.ask')}</button>
        </div>
      )}
      <Needs command="race">{r && (r.answer ? <RaceResult a={r.a} b={r.b} answer={r.answer} /> : <p class="quiet" role="status">{t('working')}</p>)}</Needs>
      <Needs command="eyes">{e && <EyesResult target={e.target} answer={e.answer} />}</Needs>
    </Section>
  );
}

function RaceResult({ a, b, answer }: { a: string; b: string; answer: RaceAnswer }) {
  const best = (moves: string[]) => (moves.length ? <small {...hoverProps(() => light(moves))}> {moves.join(' ')}</small> : null);
  return (
    <div class="answer" id="race-answer">
      <p {...hoverProps(() => light([a, b]))}><b><Term page="races">{t('race.of', { a, b })}</Term></b></p>
      <table class="figures"><tbody>
        <tr><th scope="row"><Term page="races">{t('race.class')}</Term></th><td>{answer.class} · {answer.class_name}</td></tr>
        <tr><th scope="row"><Term page="cgt">{t('race.total')}</Term></th><td>{fixed(answer.total)} → {answer.adjusted ? `${answer.adjusted.black} · ${answer.adjusted.white}` : '–'}</td></tr>
        <tr><th scope="row">{t('race.blackFirst')}</th><td>{word('captures', answer.black_first)}{best(answer.best.black)}</td></tr>
        <tr><th scope="row">{t('race.whiteFirst')}</th><td>{word('captures', answer.white_first)}{best(answer.best.white)}</td></tr>
      </tbody></table>
      <ul class="plain-list">{answer.regions.map((g, i) => <li key={i} tabIndex={0} {...hoverProps(() => [{ kind: 'outline', points: points(g.points), tone: 'accent', strong: true }])}><span class={`disc ${g.owner}`} aria-hidden="true" /> {g.points.slice(0, 4).join(' ') || '–'}: {g.tree}{g.cooled !== g.tree && ` → ${g.cooled}`}</li>)}</ul>
      <ul class="reasons">{answer.reasons.map((x, i) => <li key={i} tabIndex={0} {...hoverProps(() => light(coordinatesIn(x)))}><Sentence text={x} /></li>)}</ul>
    </div>
  );
}

function EyesResult({ target, answer }: { target: string; answer: EyesAnswer }) {
  return (
    <div class="answer" id="eyes-answer" {...hoverProps(() => light(answer.stones))}>
      <p><b><Term page="eyes">{t('eyes.of', { target })}</Term> {answer.value ?? '?'}</b></p>
      <table class="figures"><tbody>
        <tr><th scope="row">{t('race.blackFirst')}</th><td>{t('eyes.count', { count: fixed(answer.eyes_black_first) })}{answer.lives_black_first !== null && ` · ${t(answer.lives_black_first ? 'eyes.lives' : 'eyes.dies')}`}</td></tr>
        <tr><th scope="row">{t('race.whiteFirst')}</th><td>{t('eyes.count', { count: fixed(answer.eyes_white_first) })}{answer.lives_white_first !== null && ` · ${t(answer.lives_white_first ? 'eyes.lives' : 'eyes.dies')}`}</td></tr>
      </tbody></table>
      <ul class="plain-list">{answer.spaces.map((s, i) => <li key={i} tabIndex={0} {...hoverProps(() => [{ kind: 'outline', points: points(s.points), tone: 'accent', strong: true }, ...light([s.make, s.destroy].filter((m) => m !== null), 'bad')])}>{s.points.slice(0, 6).join(' ')}: {s.chilled ?? '?'}{s.make && ` · ${t('eyes.make', { move: s.make })}`}{s.destroy && ` · ${t('eyes.destroy', { move: s.destroy })}`}</li>)}</ul>
      <ul class="reasons">{answer.reasons.map((x, i) => <li key={i}><Sentence text={x} /></li>)}</ul>
    </div>
  );
}
