/** Starting a game keeps the record that was open within reach. */
import { t } from '../i18n';
import { game, openGame } from './game';
import { notify } from './notices';
import { type NewGame, startGame } from './play';

export function startLocalGame(n: NewGame): void {
  const before = game.value.root;
  startGame(n);
  if (before.children.length) notify(t('play.started'), 'info', { label: t('play.backToRecord'), run: () => openGame(before) });
}
