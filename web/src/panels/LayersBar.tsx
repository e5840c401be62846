/** Buttons of the layers, and the legend of those that are on. */
import { has } from '../api/client';
import { legend } from '../board/layers';
import { t } from '../i18n';
import { explained, pointedLayer } from '../state/analysis';
import { layerPage } from '../terms';
import { Term } from '../util/ui';
import { LAYERS, layers, toggleLayer } from '../state/layers';

export function LayersBar() {
  return (
    <div class="layers" role="group" aria-label={t('layers')}>
      {LAYERS.map((l) => (
        <button key={l.id} type="button" class="chip-button" aria-pressed={layers.value.has(l.id)} disabled={!has(l.command)} onClick={() => toggleLayer(l.id)} onPointerEnter={() => (pointedLayer.value = l.id)} onFocus={() => (pointedLayer.value = l.id)} data-layer={l.id}>
          {t(`layer.${l.id}`)}{l.key && <kbd>{l.key}</kbd>}
        </button>
      ))}
    </div>
  );
}

export function Legend() {
  if (!layers.value.size) return null;
  return (
    <div class="legend" aria-label={t('legend')} role="group">
      {[...layers.value].map((id) => (
        <div key={id}><b><Term page={layerPage(id)}>{t(`layer.${id}`)}</Term></b> {legend(id).map(([sign, meaning]) => <span key={sign}><i>{sign}</i> {meaning}</span>)}</div>
      ))}
      {explained.loading.value && <span class="quiet">{t('working')}</span>}
    </div>
  );
}
