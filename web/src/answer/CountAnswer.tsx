/** Counting the finished game: the result, and both ways on. */
import { t } from '../i18n';
import { acceptCount, counting, resumePlay } from '../state/play';
import { Answer } from './Shell';

export function CountAnswer() {
  const { counted } = counting.value!;
  return (
    <Answer id="counting" title={t('count.title')} texts={[t('count.how')]} buttons={
      <>
        <button type="button" class="primary small" onClick={acceptCount}>{t('count.accept')}</button>
        <button type="button" class="small" onClick={resumePlay}>{t('count.resume')}</button>
      </>
    }>
      <table class="figures tight">
        <tbody>
          <tr><th scope="row">{t('color.black')}</th><td>{counted.black}</td></tr>
          <tr><th scope="row">{t('color.white')}</th><td>{counted.white} <small>({t('count.komi', { komi: counted.komi })})</small></td></tr>
          <tr class="sum"><th scope="row">{t('count.result')}</th><td>{counted.result}</td></tr>
        </tbody>
      </table>
    </Answer>
  );
}
