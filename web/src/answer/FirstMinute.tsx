/** An empty board: play at once, open a game, or try one of three prepared examples. */
import { t } from '../i18n';
import { EXAMPLES, openExample } from '../state/examples';
import { openFile, pickFile } from '../state/files';
import { playNow } from '../state/setup';
import { Answer } from './Shell';

export function FirstMinute() {
  return (
    <Answer id="first-minute" title={t('first.title')} texts={[t('first.how')]}>
      <div class="first">
        <button type="button" class="primary" data-first="play" onClick={playNow}>{t('first.play')}</button>
        <button type="button" data-first="open" onClick={async () => { const f = await pickFile(); if (f) await openFile(f); }}>{t('first.open')}</button>
      </div>
      <div class="first" role="group" aria-label={t('first.examples')}>
        <span class="quiet">{t('first.examples')}</span>
        {EXAMPLES.map((e) => <button key={e} type="button" class="small" data-example={e} onClick={() => void openExample(e)}>{t(`example.${e}`)}</button>)}
      </div>
    </Answer>
  );
}
