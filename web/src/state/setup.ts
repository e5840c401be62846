/** Starting a game keeps the record that was open within reach. */
import { effect, signal } from '@preact/signals';
import { t } from '../i18n';
import { current, game, isSetup, openGame } from './game';
import { dismiss, notify } from './notices';
import { levels, match, startGame, type NewGame } from './play';
import { mode } from './settings';

/** What the next game will be like, as the form says. */
export const newGame = signal<NewGame>({ w: 19, h: 19, handicap: 0, komi: 7.5, rules: 'chinese', black: 'human', white: '', clock: { main: 0, periods: 3, period: 0 } });
export const usualOpponent = () => levels.value.find((l) => l.id === 'knowledge')?.id ?? levels.value[levels.value.length - 1]?.id ?? 'human';

export function startLocalGame(n: NewGame): void {
  const before = game.value.root;
  const place = current.value;
  startGame(n);
  if (!before.children.length) return;
  const id = notify(t('play.started'), 'info', { label: t('play.backToRecord'), run: () => openGame(before, [], place) });
  // a message about this game does not stay into the next
  const fresh = game.value;
  const stop = effect(() => {
    if (game.value === fresh) return;
    dismiss(id);
    queueMicrotask(() => stop());
  });
}

export function playNow(): void {
  mode.value = 'play';
  startLocalGame({ ...newGame.value, white: newGame.value.white || usualOpponent() });
}

/** Nothing has been begun: the first stone begins a game with what the form says. */
export const isFresh = () => !match.value && current.value === game.value.root && !game.value.root.children.length && !isSetup(game.value.root);
