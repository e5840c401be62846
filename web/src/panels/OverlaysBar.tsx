/** Buttons of the overlays, and the legend of those that are on. */
import { has } from '../api/client';
import { legend } from '../board/overlays';
import { t } from '../i18n';
import { explained, pointedOverlay } from '../state/analysis';
import { Term } from '../util/ui';
import { OVERLAYS, overlays, toggleOverlay } from '../state/overlays';

export function OverlaysBar() {
  return (
    <div class="overlays" role="group" aria-label={t('overlays')}>
      {OVERLAYS.map((o) => (
        <button key={o.id} type="button" class="chip-button" aria-pressed={overlays.value.has(o.id)} disabled={!has(o.command)} onClick={() => toggleOverlay(o.id)} onPointerEnter={() => (pointedOverlay.value = o.id)} onFocus={() => (pointedOverlay.value = o.id)} data-overlay={o.id}>
          {t(`overlay.${o.id}`)}{o.key && <kbd>{o.key}</kbd>}
        </button>
      ))}
    </div>
  );
}

export function Legend() {
  if (!overlays.value.size) return null;
  return (
    <div class="legend" aria-label={t('legend')} role="group">
      {OVERLAYS.filter((o) => overlays.value.has(o.id)).map((o) => (
        <div key={o.id}><b><Term page={o.page}>{t(`overlay.${o.id}`)}</Term></b> {legend(o.id).map(([sign, meaning]) => <span key={sign}><i>{sign}</i> {meaning}</span>)}</div>
      ))}
      {explained.loading.value && <span class="quiet">{t('working')}</span>}
    </div>
  );
}
