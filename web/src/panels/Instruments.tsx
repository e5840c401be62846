/** Instruments that ask only while they are open: opening evaluation (PON) and predicted moves. */
import type { ComponentChildren } from 'preact';
import type { Command } from '../api/client';
import type { PredictedMove } from '../api/generated';
import type { Commands } from '../api/types';
import { t } from '../i18n';
import { fuseki, here, predicted, type Resource } from '../state/analysis';
import { current, game, moveOf, nameOf, nextOf } from '../state/game';
import { hoverProps, light, points } from '../state/highlight';
import { overlays, toggleOverlay, type OverlayId } from '../state/overlays';
import { Needs, Section, Th } from '../util/ui';
import { Sentence } from './Sentence';

/** An instrument that asks its question while its tab is open. */
export function Asking<K extends Command>({ id, title, help, of, overlay, instead, children }: { id: string; title: string; help: string; of: Resource<K>; overlay?: OverlayId; /** Shown while the question is not asked. */ instead?: ComponentChildren; children: (answer: Commands[K]['response']) => ComponentChildren }) {
  const answer = here(of);
  return (
    <Section title={title} help={help} id={id} actions={overlay && <button type="button" class="small" aria-pressed={overlays.value.has(overlay)} onClick={() => toggleOverlay(overlay)}>{t('overlay.show')}</button>}>
      <Needs command={of.command}>{of.error.value ? <p class="error">{of.error.value}</p> : answer ? children(answer) : (instead ?? <p class="quiet" role="status">{t('working')}</p>)}</Needs>
    </Section>
  );
}

export const fixed = (n: unknown, digits = 2) => (typeof n === 'number' ? (Number.isInteger(n) ? String(n) : n.toFixed(digits)) : n === null || n === undefined ? '–' : String(n));

export function PonPanel() {
  return (
    <Asking id="pon" title={t('pon.title')} help="pon" of={fuseki} overlay="pon">
      {(a) => (
        <>
          <p class="headline small"><output>{t('pon.value', { color: t(`color.${a.to_play}`) })} {fixed(a.value)}</output></p>
          <div class="scroll" tabIndex={0} role="region" aria-label={t('pon.title')}>
            <table class="figures">
              <thead><tr><Th page="groups">{t('object.group')}</Th>{['S', 'PON', 'r', 's', 'z', 't'].map((h) => <Th key={h} page="pon" num>{h}</Th>)}</tr></thead>
              <tbody>
                {a.groups.map((g, i) => (
                  <tr key={i} tabIndex={0} {...hoverProps(() => [{ kind: 'outline', points: points(g.stones), tone: 'accent', strong: true }])}>
                    <th scope="row">{t(`color.${g.color}`)} {g.stones[0]} <small>{g.stones.length}</small></th>
                    {[g.S, g.pon, g.r, g.s, g.z, g.t].map((v, k) => <td key={k} class="num">{fixed(v)}</td>)}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <h3>{t('pon.best')}</h3>
          <ol class="plain-list">
            {a.candidates.slice(0, 6).map((c) => <li key={c.move} tabIndex={0} {...hoverProps(() => light([c.move]))}><b class="value">{fixed(c.value, 1)}</b> <Sentence text={c.reason?.text ?? c.move} /></li>)}
          </ol>
        </>
      )}
    </Asking>
  );
}

export function PredictedPanel() {
  return (
    <Asking id="predicted" title={t('predicted.title')} help="patterns" of={predicted} overlay="predicted">
      {(a) => (
        <>
          <ol class="predicted">
            {a.moves.slice(0, 12).map((m) => <li key={m.move} tabIndex={0} {...hoverProps(() => light([m.move]))}><b>{m.move}</b> <meter min={0} max={a.moves[0]?.score || 1} value={m.score} aria-label={m.move} /> <small>{(m.score * 100).toFixed(1)}%</small></li>)}
          </ol>
          <PlayedRank moves={a.moves} />
        </>
      )}
    </Asking>
  );
}

/** Where the move of the record stands in the prediction. */
function PlayedRank({ moves }: { moves: PredictedMove[] }) {
  const next = nextOf(current.value);
  const move = next && moveOf(next, game.value.size);
  const found = move && moves.find((m) => m.move === nameOf(move.point));
  return found ? <p class="quiet">{t('predicted.played', { move: found.move, rank: found.rank })}</p> : null;
}
