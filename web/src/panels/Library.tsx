/** The games that were kept: searched by player, tag and position, opened, tagged, removed. */
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { current } from '../state/game';
import { hoverProps, light } from '../state/highlight';
import { about, dropKept, keepByHand, library, loadLibrary, openKept, position, searchPosition, tagKept, wanted } from '../state/library';
import { notify } from '../state/notices';
import { Section, Th } from '../util/ui';

export function LibraryPanel() {
  useEffect(() => void loadLibrary(), []);
  const all = library.value;
  const here = position.value?.node === current.value.id ? position.value : null;
  const words = wanted.value.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = (all ?? []).filter((k) => {
    const text = Object.values(about(k)).join(' ').toLowerCase();
    return words.every((w) => text.includes(w)) && (!here || here.games.has(k.file));
  });
  return (
    <>
      <Section title={t('library.title', { count: all?.length ?? 0 })} help="workbench" id="library">
        <label class="field"><span>{t('library.search')}</span><input type="search" value={wanted.value} onInput={(e) => (wanted.value = e.currentTarget.value)} /></label>
        <div class="row">
          <button type="button" aria-pressed={!!here} onClick={() => (here ? (position.value = null) : void searchPosition())}>{t('library.position')}</button>
          <button type="button" onClick={() => void keepByHand()}>{t('library.keep')}</button>
        </div>
        {here && here.next.length > 0 && (
          <table class="figures" id="played-next">
            <thead><tr><Th page="workbench">{t('library.next')}</Th><Th page="workbench" num>{t('library.games')}</Th><Th page="workbench" num>{t('library.won')}</Th></tr></thead>
            <tbody>{here.next.slice(0, 12).map((n) => <tr key={n.move} {...hoverProps(() => light([n.move]))}><td><b>{n.move}</b></td><td class="num">{n.games}</td><td class="num">{n.decided ? `${n.won}/${n.decided}` : '–'}</td></tr>)}</tbody>
          </table>
        )}
        {here && <p class="quiet" role="status">{t('library.found', { count: here.games.size })}</p>}
        {all === null ? <p class="quiet">{t('working')}</p> : all.length === 0 ? <p class="quiet">{t('library.empty')}</p> : shown.length === 0 ? <p class="quiet">{t('library.none')}</p> : (
          <table class="figures moments" id="kept-games">
            <thead><tr><Th page="records">{t('library.game')}</Th><Th page="records">{t('edit.date')}</Th><Th page="records">{t('count.result')}</Th><Th page="records">{t('library.tags')}</Th><th scope="col"><span class="sr">{t('library.remove')}</span></th></tr></thead>
            <tbody>
              {shown.slice(0, 300).map((k) => {
                const a = about(k);
                const name = [a.black, a.white].filter(Boolean).join(' – ') || a.name || t('collection.game');
                return (
                  <tr key={k.file}>
                    <td><button type="button" class="point" onClick={() => openKept(k)}>{name}</button>{k.reviewed && <small> ✓ {t('library.reviewed')}</small>}</td>
                    <td>{a.date}</td><td>{a.result}</td>
                    <td><input class="tags-field" aria-label={t('library.tagsOf', { name })} value={a.tags} onChange={(e) => void tagKept(k, e.currentTarget.value)} /></td>
                    <td><button type="button" class="small" aria-label={t('library.removeOf', { name })} onClick={() => notify(t('library.sure', { name }), 'info', { label: t('library.remove'), run: () => void dropKept(k) })}>×</button></td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
      </Section>
    </>
  );
}
