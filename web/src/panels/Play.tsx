/** Play: set up a game, and the game in progress. */
import { t } from '../i18n';
import { commitPoint } from '../keyboard';
import { newGame, setNewGame, startLocalGame, usualOpponent } from '../state/setup';
import { current, game, info, setProp } from '../state/game';
import { askMachine, count, gameOver, humanMove, levelName, levels, match, maxHandicap, paused, resign, stopThinking, thinking, toPlay, undo } from '../state/play';
import { notify } from '../state/notices';
import { NumberField, Section, Select } from '../util/ui';

export const RULES = ['chinese', 'japanese', 'aga', 'tromp-taylor', 'new-zealand', 'pure-go', 'afure'] as const;

export function PlayPanel() {
  return (
    <>
      {match.value && <InProgress />}
      <Setup />
    </>
  );
}

/** Who gives up: the human, if only one plays. */
const loser = () => {
  const m = match.value!;
  return m[toPlay()] === 'human' ? toPlay() : m.black === 'human' ? 'black' : 'white';
};
const askResign = () => notify(t('play.resignSure', { color: t(`color.${loser()}`) }), 'info', { label: t('play.resign'), run: () => resign(loser()) });

function InProgress() {
  const human = match.value![toPlay()] === 'human';
  return (
    <Section title={t('play.game')} help="workbench">
      <div class="row">
        <button type="button" disabled={!human || gameOver.value} onClick={() => humanMove(null)}>{t('pass')} <kbd>P</kbd></button>
        <button type="button" onClick={undo}>{t('play.undo')}</button>
        <button type="button" disabled={gameOver.value} onClick={askResign}>{t('play.resign')}</button>
        <button type="button" onClick={() => { paused.value = !paused.value; if (paused.value) stopThinking(); }} aria-pressed={paused.value}>{t('play.pause')}</button>
        <button type="button" onClick={() => count()}>{t('play.count')}</button>
      </div>
      <PointEntry />
      {thinking.value && (
        <p class="quiet" role="status">
          {t('play.thinking')} {thinking.value.progress?.total ? `${thinking.value.progress.done}/${thinking.value.progress.total}` : ''}
          <button type="button" class="small" onClick={() => { stopThinking(); paused.value = true; }}>{t('stop')}</button>
        </p>
      )}
    </Section>
  );
}

/** Moves by typing, for those who cannot or do not want to point. */
export function PointEntry() {
  return (
    <form class="row" onSubmit={(e) => {
      e.preventDefault();
      const input = e.currentTarget.elements.namedItem('point') as HTMLInputElement;
      if (input.value.trim().toLowerCase() === 'pass') void humanMove(null);
      else commitPoint(input.value);
      input.value = '';
    }}>
      <input name="point" size={5} maxLength={4} autocomplete="off" aria-label={t('point.type')} placeholder="Q16" />
      <button type="submit">{t('point.play')}</button>
    </form>
  );
}

function Setup() {
  const f = newGame.value;
  const set = setNewGame;
  const opponents: [string, string][] = [['human', t('play.human')], ...levels.value.map((l): [string, string] => [l.id, levelName(l.id)])];
  const white = f.white || usualOpponent();
  const square = f.w === f.h && [9, 13, 19].includes(f.w);
  return (
    <Section title={t('play.new')} help="workbench" id="new-game" folded={!!match.value && !gameOver.value}>
      <div class="form-grid">
        <Select label={t('color.black')} value={f.black} options={opponents} onChange={(black) => set({ black })} />
        <Select label={t('color.white')} value={white} options={opponents} onChange={(w) => set({ white: w })} />
        <Select label={t('play.size')} value={square ? String(f.w) : 'other'} options={[['9', '9 × 9'], ['13', '13 × 13'], ['19', '19 × 19'], ['other', t('play.otherSize')]]} onChange={(v) => (v === 'other' ? set({ w: 11, h: 7 }) : set({ w: Number(v), h: Number(v), handicap: 0 }))} />
        <Select label={t('play.rules')} help="scoring" value={f.rules} options={RULES.map((r) => [r, t(`rules.${r}`)])} onChange={(rules) => set({ rules, komi: rules === 'japanese' ? 6.5 : 7.5 })} />
        {!square && <NumberField label={t('play.width')} value={f.w} min={2} max={25} onChange={(w) => set({ w: clamp(w, 2, 25) })} />}
        {!square && <NumberField label={t('play.height')} value={f.h} min={2} max={25} onChange={(h) => set({ h: clamp(h, 2, 25) })} />}
        <NumberField label={t('play.komi')} help="play" value={f.komi} step={0.5} min={-100} max={100} onChange={(komi) => set({ komi })} />
        <Select label={t('play.handicap')} help="play" value={f.handicap} options={Array.from({ length: Math.max(1, maxHandicap(f.w, f.h)) }, (_, i) => (i === 0 ? 0 : i + 1)).map((n) => [n, n ? String(n) : t('none')])} onChange={(handicap) => set({ handicap, komi: handicap ? 0.5 : f.komi })} />
      </div>
      <details class="more">
        <summary>{t('clock.title')}</summary>
        <div class="form-grid">
          <NumberField label={t('clock.main')} value={f.clock.main} min={0} max={600} onChange={(main) => set({ clock: { ...f.clock, main } })} />
          <NumberField label={t('clock.periods')} help="play" value={f.clock.periods} min={0} max={50} onChange={(periods) => set({ clock: { ...f.clock, periods } })} />
          <NumberField label={t('clock.period')} value={f.clock.period} min={0} max={600} onChange={(period) => set({ clock: { ...f.clock, period } })} />
        </div>
      </details>
      <div class="row">
        <button type="button" class="primary" onClick={() => startLocalGame({ ...f, white })}>{t('play.start')}</button>
        {!match.value && <button type="button" onClick={askMachine}>{t('play.askMachine')} <kbd>Enter</kbd></button>}
        {!match.value && current.value.parent && <button type="button" onClick={() => { match.value = { black: f.black, white, clock: { main: 0, periods: 0, period: 0 } }; if (info('RE')) setProp(game.value.root, 'RE', null); }}>{t('play.continue')}</button>}
        {!match.value && <button type="button" onClick={() => count()}>{t('play.count')}</button>}
      </div>
    </Section>
  );
}

const clamp = (n: number, low: number, high: number) => Math.min(high, Math.max(low, Math.round(n)));
