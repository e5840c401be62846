/** Starting a game keeps the record that was open within reach. */
import { signal } from '@preact/signals';
import { t } from '../i18n';
import { current, emptyGame, game, isSetup, openGame } from './game';
import { forThisGame, notify } from './notices';
import { levels, match, startGame, type NewGame } from './play';
import { mode } from './settings';

/** What the next game will be like, as the form says. */
export const newGame = signal<NewGame>({ w: 19, h: 19, handicap: 0, komi: 7.5, rules: 'chinese', black: 'human', white: '', clock: { main: 0, periods: 3, period: 0 } });
export const usualOpponent = () => levels.value.find((l) => l.id === 'knowledge')?.id ?? levels.value[levels.value.length - 1]?.id ?? 'human';

/** A change of the form; an empty board follows it, so that what is clicked is what is played. */
export function setNewGame(part: Partial<NewGame>): void {
  const fresh = isFresh();
  newGame.value = { ...newGame.value, ...part };
  const { w, h } = newGame.value;
  const { size } = game.value;
  if (fresh && (size.w !== w || size.h !== h)) openGame(emptyGame(w, h).root);
}

/** The first click on an empty board: the game begins; true if the stone is the clicker's to put. */
export function beginByClick(): boolean {
  const n = newGame.value;
  playNow();
  return (n.handicap >= 2 ? n.white || usualOpponent() : n.black) === 'human';
}

export function startLocalGame(n: NewGame): void {
  const before = game.value.root;
  const place = current.value;
  startGame(n);
  if (!before.children.length) return;
  forThisGame(notify(t('play.started'), 'info', { label: t('play.backToRecord'), run: () => openGame(before, [], place) }));
}

export function playNow(): void {
  mode.value = 'play';
  startLocalGame({ ...newGame.value, white: newGame.value.white || usualOpponent() });
}

/** Nothing has been begun: the first stone begins a game with what the form says. */
export const isFresh = () => !match.value && current.value === game.value.root && !game.value.root.children.length && !isSetup(game.value.root);
