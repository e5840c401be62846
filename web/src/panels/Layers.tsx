/** Layers of the board in four families; each explains itself in the card when it is put on. */
import { has } from '../api/client';
import { legend } from '../board/overlays';
import { t } from '../i18n';
import { analysisOn, pointedOverlay } from '../state/analysis';
import { FAMILIES, OVERLAYS, overlays, toggleOverlay, type OverlayId } from '../state/overlays';
import { ask, askNothing, question } from '../state/question';
import { Section, Term } from '../util/ui';

/** A layer that is put on is explained; one that is taken off is not. */
export function switchLayer(id: OverlayId): void {
  toggleOverlay(id);
  const q = question.value;
  if (overlays.value.has(id)) ask({ kind: 'layer', id });
  else if (q.kind === 'layer' && q.id === id) askNothing();
}

export function LayersPanel() {
  const on = OVERLAYS.filter((o) => overlays.value.has(o.id));
  return (
    <Section title={t('overlays')} help="workbench" id="layers" actions={<button type="button" class="small" aria-pressed={analysisOn.value} onClick={() => (analysisOn.value = !analysisOn.value)}>{analysisOn.value ? t('analysis.on') : t('analysis.off')} <kbd>{t('key.space')}</kbd></button>}>
      {FAMILIES.map((family) => (
        <div key={family} class="family" role="group" aria-label={t(`family.${family}`)}>
          <h3>{t(`family.${family}`)}</h3>
          <div class="overlays">
            {OVERLAYS.filter((o) => o.family === family).map((o) => (
              <button key={o.id} type="button" class="chip-button" aria-pressed={overlays.value.has(o.id)} disabled={!has(o.command)} onClick={() => switchLayer(o.id)} onPointerEnter={() => (pointedOverlay.value = o.id)} onFocus={() => (pointedOverlay.value = o.id)} data-overlay={o.id}>
                {t(`overlay.${o.id}`)}{o.key && <kbd>{o.key}</kbd>}
              </button>
            ))}
          </div>
        </div>
      ))}
      {on.map((o) => <p key={o.id} class="legend"><b><Term page={o.page}>{t(`overlay.${o.id}`)}</Term></b> {legend(o.id).map(([sign, meaning]) => <span key={sign}><i>{sign}</i> {meaning}</span>)}</p>)}
    </Section>
  );
}
