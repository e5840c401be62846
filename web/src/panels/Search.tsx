/** Live search: all moves ranked while it thinks. */
import { t } from '../i18n';
import { current } from '../state/game';
import { judgeId, judgeName } from '../state/reviewing';
import { liveNode, liveOn, liveRanking } from '../state/live';
import { lineHover, lineOf, showLine } from '../state/variation';
import { overlays, toggleOverlay } from '../state/overlays';
import { Needs, Section, Th, margin, percent } from '../util/ui';

export function SearchPanel() {
  const r = liveNode.value === current.value.id ? liveRanking.value : null;
  return (
    <Section title={t('search.title')} help="uct" id="search">
      <Needs command="analyse">
        <div class="row bottom">
          <span class="quiet">{judgeName(judgeId())}</span>
          <button type="button" class={liveOn.value ? '' : 'primary'} aria-pressed={liveOn.value} onClick={() => {
            liveOn.value = !liveOn.value;
            if (liveOn.value && !overlays.value.has('search')) toggleOverlay('search');
          }}>{liveOn.value ? t('stop') : t('search.start')}</button>
        </div>
        {r && (
          <>
            <p class="headline small"><output>{t('winrate.black')} {percent(r.win_rate_black)}</output> {r.score !== null && <span>{margin(r.score)}</span>} <small>{t('search.visits', { count: r.visits })}</small></p>
            <div class="scroll" tabIndex={0} role="region" aria-label={t('search.title')}>
              <table class="figures">
                <thead><tr><th scope="col">#</th><Th page="uct">{t('candidates.point')}</Th><Th page="uct" num>{t('winrate.short')}</Th><Th page="uct" num>{t('score.short')}</Th><Th page="uct" num>{t('search.visitsShort')}</Th><Th page="uct">{t('search.line')}</Th></tr></thead>
                <tbody>
                  {r.moves.map((m) => (
                    <tr key={m.move} {...lineHover(() => lineOf(current.value, r.to_play, m.pv.length ? m.pv : [m.move]))} onClick={() => showLine(lineOf(current.value, r.to_play, m.pv.length ? m.pv : [m.move]))}>
                      <td>{m.rank}</td><td><b>{m.move}</b></td><td class="num">{m.visits ? percent(m.win_rate_black) : '–'}</td><td class="num">{m.score === null ? '–' : margin(m.score)}</td><td class="num">{m.visits}</td><td class="pv">{m.pv.slice(0, 6).join(' ')}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </Needs>
    </Section>
  );
}
