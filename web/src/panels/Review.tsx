/** Review: the whole game in the background, comments beside the board. */
import { t } from '../i18n';
import { Needs, Section } from '../util/ui';

export function ReviewPanel() {
  return (
    <Section title={t('review.title')} help="review">
      <Needs command="review"><p /></Needs>
    </Section>
  );
}
