/** Special instruments: PON table, endgame regions, capturing races, eye space, predicted moves, game calculator. */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { call, job } from '../api/client';
import type { CgtAnswer, EyesAnswer, RaceAnswer } from '../api/types';
import { ThermographView } from '../board/Thermograph';
import { t, word } from '../i18n';
import { endgame, fuseki, here, openPanels, predicted, type Resource } from '../state/analysis';
import { current, game } from '../state/game';
import { coordinatesIn, hoverProps, light, points } from '../state/highlight';
import { openHelp } from '../state/help';
import { inspected } from '../state/inspect';
import { linearSgf } from '../state/linear';
import { report } from '../state/notices';
import { gtp } from '../util/coords';
import { Needs, Section } from '../util/ui';
import { Sentence } from './Sentence';

/** A section that asks its question only while open. */
function Asking<T>({ id, title, help, of, children }: { id: string; title: string; help: string; of: Resource<T>; children: (answer: T) => preact.ComponentChildren }) {
  const answer = here(of);
  return (
    <details class="section" id={id} onToggle={(e) => {
      const next = new Set(openPanels.value);
      if (e.currentTarget.open) next.add(id);
      else next.delete(id);
      openPanels.value = next;
    }}>
      <summary><h2>{title}</h2></summary>
      <div class="section-body">
        <Needs command={of.command}>{of.error.value ? <p class="error">{of.error.value}</p> : answer ? children(answer) : <p class="quiet">{t('working')}</p>}</Needs>
        <button type="button" class="small help-text" onClick={() => openHelp(help)}>{t('help.about', { title })}</button>
      </div>
    </details>
  );
}

const fixed = (n: unknown, digits = 2) => (typeof n === 'number' ? (Number.isInteger(n) ? String(n) : n.toFixed(digits)) : n === null || n === undefined ? '–' : String(n));

export function PonPanel() {
  return (
    <Asking id="pon" title={t('pon.title')} help="pon" of={fuseki}>
      {(a) => (
        <>
          <p class="headline small"><output>{t('pon.value')} {fixed(a.value)}</output></p>
          <div class="scroll" tabIndex={0} role="region" aria-label={t('pon.title')}>
            <table class="figures">
              <thead><tr><th scope="col">{t('object.group')}</th>{['S', 'PON', 'r', 's', 'z', 't'].map((h) => <th key={h} scope="col" class="num">{h}</th>)}</tr></thead>
              <tbody>
                {a.groups.map((g, i) => (
                  <tr key={i} tabIndex={0} {...hoverProps(() => [{ kind: 'outline', points: points(g.stones), tone: 'accent', strong: true }])}>
                    <th scope="row">{g.color ? `${t(`color.${g.color}`)} ` : ''}{g.stones[0]} <small>{g.stones.length}</small></th>
                    {[g.S, g.pon, g.r, g.s, g.z, g.t].map((v, k) => <td key={k} class="num">{fixed(v)}</td>)}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p>{t('pon.best')}: {(a.candidates ?? []).slice(0, 8).map((c) => <button key={c.move} type="button" class="point" {...hoverProps(() => light([c.move]))}>{c.move} <small>{fixed(c.value)}</small></button>)}</p>
        </>
      )}
    </Asking>
  );
}

export function EndgamePanel() {
  const [chosen, setChosen] = useState(0);
  return (
    <Asking id="endgame" title={t('endgame.title')} help="endgame" of={endgame}>
      {(a) => {
        const region = a.regions[Math.min(chosen, a.regions.length - 1)];
        const list = (v: string[] | string | null) => (Array.isArray(v) ? v.join(' ') : v) || '–';
        return (
          <>
            <p class="headline small">
              <output>{a.score === null ? '?' : fixed(a.score)}</output>
              <span>{t('endgame.best')}: {t('color.black')} {list(a.best.black)} · {t('color.white')} {list(a.best.white)}</span>
            </p>
            {a.regions.length === 0 ? <p class="quiet">{t('endgame.none')}</p> : (
              <div class="scroll" tabIndex={0} role="region" aria-label={t('endgame.title')}>
                <table class="figures">
                  <thead><tr><th scope="col">#</th><th scope="col">{t('endgame.game')}</th><th scope="col" class="num">{t('endgame.mean')}</th><th scope="col" class="num">{t('endgame.temperature')}</th><th scope="col">{t('endgame.sente')}</th></tr></thead>
                  <tbody>
                    {a.regions.map((r, i) => (
                      <tr key={i} class={i === chosen ? 'best' : ''} {...hoverProps(() => [{ kind: 'outline', points: points(r.points), tone: 'accent', strong: true }])}>
                        <td><button type="button" class="plain" aria-label={t('endgame.show', { region: i + 1 })} onClick={() => setChosen(i)}>{i + 1}</button></td>
                        <td class="game-text">{r.game}{!r.complete && ' …'}</td><td class="num">{fixed(r.mean)}</td><td class="num">{fixed(r.temperature)}</td><td>{word('sente', String(r.sente))}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            {region?.thermograph && <ThermographView walls={region.thermograph} label={region.game} />}
          </>
        );
      }}
    </Asking>
  );
}

export function PredictedPanel() {
  return (
    <Asking id="predicted" title={t('predicted.title')} help="patterns" of={predicted}>
      {(a) => (
        <ol class="predicted">
          {a.moves.slice(0, 12).map((m) => <li key={m.move} tabIndex={0} {...hoverProps(() => light([m.move]))}><b>{m.move}</b> <meter min={0} max={a.moves[0]?.score || 1} value={m.score} aria-label={m.move} /> <small>{m.score.toFixed(3)}</small></li>)}
        </ol>
      )}
    </Asking>
  );
}

const race = signal<{ node: number; a: string; b: string; answer: RaceAnswer | null } | null>(null);
const raceOther = signal('');
const eyes = signal<{ node: number; target: string; answer: EyesAnswer } | null>(null);

export function RacePanel() {
  const p = inspected.value;
  const target = p === null ? null : gtp(p, game.value.size);
  const r = race.value?.node === current.value.id ? race.value : null;
  const e = eyes.value?.node === current.value.id ? eyes.value : null;
  const ask = async () => {
    const node = current.value;
    race.value = { node: node.id, a: target!, b: raceOther.value, answer: null };
    try {
      const answer = await job<RaceAnswer>('race', { ...linearSgf(node), a: target, b: raceOther.value, targets: [target, raceOther.value] });
      race.value = { node: node.id, a: target!, b: raceOther.value, answer };
    } catch (error) {
      race.value = null;
      report(error);
    }
  };
  const askEyes = () => call<EyesAnswer>('eyes', { ...linearSgf(current.value), target, targets: [target] }).then((answer) => (eyes.value = { node: current.value.id, target: target!, answer }), report);
  return (
    <Section title={t('race.title')} help="races" open={false} id="race">
      {!target && <p class="quiet">{t('read.how')}</p>}
      <Needs command="race">
        {target && (
          <div class="row">
            <b>{target}</b> {t('race.against')} <input size={4} maxLength={3} aria-label={t('race.other')} placeholder="D4" value={raceOther.value} onInput={(ev) => (raceOther.value = ev.currentTarget.value.toUpperCase())} />
            <button type="button" class="small" disabled={!raceOther.value} onClick={ask}>{t('race.ask')}</button>
          </div>
        )}
        {r?.answer && (
          <>
            <table class="figures"><tbody>
              <tr><th scope="row">{t('race.class')}</th><td>{r.answer.class} {r.answer.class_name}</td></tr>
              <tr><th scope="row">{t('race.total')}</th><td>{fixed(r.answer.total)} → {r.answer.adjusted && typeof r.answer.adjusted === 'object' ? `${r.answer.adjusted.black} · ${r.answer.adjusted.white}` : fixed(r.answer.adjusted)}</td></tr>
              <tr><th scope="row">{t('race.blackFirst')}</th><td>{word('result', r.answer.black_first)} {String(r.answer.best?.black ?? '')}</td></tr>
              <tr><th scope="row">{t('race.whiteFirst')}</th><td>{word('result', r.answer.white_first)} {String(r.answer.best?.white ?? '')}</td></tr>
            </tbody></table>
            <ul class="plain-list">{r.answer.regions.map((g, i) => <li key={i} tabIndex={0} {...hoverProps(() => [{ kind: 'outline', points: points(g.points), tone: 'accent', strong: true }])}>{g.points.length ? g.points.slice(0, 4).join(' ') : '–'}: {g.tree} → {g.cooled}</li>)}</ul>
            <ul class="reasons">{(r.answer.reasons ?? []).map((x, i) => <li key={i} tabIndex={0} {...hoverProps(() => light(coordinatesIn(x)))}><Sentence text={x} /></li>)}</ul>
          </>
        )}
      </Needs>
      <Needs command="eyes">
        {target && <div class="row"><button type="button" class="small" onClick={askEyes}>{t('eyes.ask', { target })}</button>{e && <span>{e.target}: <b>{e.answer.value}</b> · {t('color.black')} {fixed(e.answer.eyes_black_first)} · {t('color.white')} {fixed(e.answer.eyes_white_first)}</span>}</div>}
        {e && <ul class="reasons">{(e.answer.reasons ?? []).map((x, i) => <li key={i}><Sentence text={x} /></li>)}</ul>}
      </Needs>
    </Section>
  );
}

const cgt = signal<CgtAnswer | null>(null);
const expression = signal('{4|0} + {2|-1}');

export function CalculatorPanel() {
  const ask = (e: Event) => {
    e.preventDefault();
    call<CgtAnswer>('cgt', { expressions: [expression.value] }).then((a) => (cgt.value = a), report);
  };
  const a = cgt.value;
  return (
    <Section title={t('cgt.title')} help="cgt" open={false} id="cgt">
      <Needs command="cgt">
        <form class="row" onSubmit={ask}><input class="grow" value={expression.value} aria-label={t('cgt.expression')} onInput={(e) => (expression.value = e.currentTarget.value)} /><button type="submit">=</button></form>
        {a && (
          <>
            <table class="figures"><tbody>
              <tr><th scope="row">{t('cgt.canonical')}</th><td>{a.canonical}</td></tr>
              <tr><th scope="row">{t('endgame.mean')}</th><td>{a.mean}</td></tr>
              <tr><th scope="row">{t('endgame.temperature')}</th><td>{a.temperature}</td></tr>
              <tr><th scope="row">{t('cgt.stops')}</th><td>{a.left_stop} · {a.right_stop}</td></tr>
              <tr><th scope="row">{t('cgt.outcome')}</th><td>{a.outcome}</td></tr>
            </tbody></table>
            <ThermographView walls={a.thermograph} label={a.canonical} />
          </>
        )}
      </Needs>
    </Section>
  );
}
