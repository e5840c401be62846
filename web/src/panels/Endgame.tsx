/** Endgame: the board split into regions, each with its game, its thermograph and its best moves. */
import { useState } from 'preact/hooks';
import { ThermographView } from '../board/Thermograph';
import { t, word } from '../i18n';
import { endgame, endgameAsked, endgameReady } from '../state/analysis';
import { current } from '../state/game';
import { hoverProps, points } from '../state/highlight';
import { Th, margin } from '../util/ui';
import { Asking, fixed } from './Instruments';
import { Sentence } from './Sentence';

const list = (moves: string[]) => moves.join(' ') || '–';

export function EndgamePanel() {
  const [chosen, setChosen] = useState(0);
  return (
    <Asking id="endgame" title={t('endgame.title')} help="endgame" of={endgame} overlay="endgame" instead={endgameReady() ? undefined : <div class="row"><span class="quiet">{t('endgame.open')}</span><button type="button" class="small" data-ask="endgame" onClick={() => (endgameAsked.value = current.value.id)}>{t('endgame.anyway')}</button></div>}>
      {(a) => {
        const at = Math.min(chosen, a.regions.length - 1);
        const region = a.regions[at];
        return (
          <>
            <p class="headline small">
              <output>{a.estimate ? t('endgame.about', { lead: margin(a.estimate.lead), within: a.estimate.within }) : a.score === null ? t('endgame.between', { low: margin(a.score_interval[0]), high: margin(a.score_interval[1]) }) : margin(a.score)}</output>
              <span>{t('endgame.best')}: {t('color.black')} {list(a.best.black)} · {t('color.white')} {list(a.best.white)}</span>
            </p>
            {a.borders.length > 0 && (
              <ol class="borders">
                {a.borders.map((place) => (
                  <li key={place.reason} {...hoverProps(() => [{ kind: 'outline', points: points([place.black, place.white]), tone: 'accent', strong: true }])}><Sentence text={place.reason} /></li>
                ))}
              </ol>
            )}
            {a.estimate && a.reasons.slice(1).map((text) => <p key={text} class="quiet"><Sentence text={text} /></p>)}
            {a.regions.length === 0 ? <p class="quiet">{t('endgame.none')}</p> : (
              <div class="scroll" tabIndex={0} role="region" aria-label={t('endgame.title')}>
                <table class="figures">
                  <thead><tr><th scope="col">#</th><Th page="cgt">{t('endgame.game')}</Th><Th page="thermograph" num>{t('endgame.mean')}</Th><Th page="thermograph" num>{t('endgame.temperature')}</Th><Th page="endgame">{t('endgame.sente')}</Th></tr></thead>
                  <tbody>
                    {a.regions.map((r, i) => (
                      <tr key={i} class={i === at ? 'best' : ''} onClick={() => setChosen(i)} {...hoverProps(() => [{ kind: 'outline', points: points(r.points), tone: 'accent', strong: true }])}>
                        <td><button type="button" class="plain" aria-label={t('endgame.show', { region: r.label })} onClick={() => setChosen(i)}>{r.label}</button></td>
                        <td class="game-text">{r.game}{!r.complete && ' …'}</td><td class="num">{fixed(r.mean)}</td><td class="num">{fixed(r.temperature)}</td><td>{word('sente', r.sente)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            {region && (
              <figure class="thermo">
                <figcaption><Sentence text={region.reason} /></figcaption>
                {region.thermograph ? <ThermographView walls={region.thermograph} label={region.game} /> : <p class="quiet">{t('endgame.noGraph')}</p>}
              </figure>
            )}
          </>
        );
      }}
    </Asking>
  );
}
