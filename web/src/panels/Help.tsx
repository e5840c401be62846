/** Help pages beside the board. */
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { closeHelp, loadHelp, page, pages } from '../state/help';
import { lang } from '../state/settings';

export function HelpPanel() {
  useEffect(loadHelp, [lang.value]);
  const all = pages.value;
  const shown = all?.[page.value];
  return (
    <article class="help" onClick={(e) => {
      const link = (e.target as Element).closest<HTMLAnchorElement>('a[href^="#help/"]');
      if (!link) return;
      e.preventDefault();
      page.value = link.getAttribute('href')!.slice(6);
    }}>
      <div class="row">
        <button type="button" onClick={closeHelp}>{t('help.back')}</button>
        <label class="field inline"><span>{t('help.page')}</span>
          <select value={page.value} onChange={(e) => (page.value = e.currentTarget.value)}>
            {!shown && <option value={page.value}>–</option>}
            {Object.entries(all ?? {}).map(([id, p]) => <option key={id} value={id} selected={id === page.value}>{p.title}</option>)}
          </select>
        </label>
      </div>
      {shown ? <div class="help-body" lang={lang.value} dangerouslySetInnerHTML={{ __html: shown.html }} /> : <p class="quiet">{all ? t('help.missing', { page: page.value }) : t('working')}</p>}
    </article>
  );
}
