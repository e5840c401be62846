/** Play: set up a game, the game in progress, counting, and why the machine played what it played. */
import { signal } from '@preact/signals';
import { t } from '../i18n';
import { commitPoint } from '../keyboard';
import { startLocalGame } from '../state/setup';
import { current, game, info, moveOf, nameOf, setProp } from '../state/game';
import { acceptCount, askMachine, count, counting, gameOver, humanMove, levelName, levels, machineMoves, match, maxHandicap, paused, resign, stopThinking, thinking, toPlay, undo, type NewGame } from '../state/play';
import { NumberField, Section, Select, margin, percent } from '../util/ui';
import { Sentence } from './Sentence';
import { Why } from './Why';

const form = signal<NewGame>({ w: 19, h: 19, handicap: 0, komi: 7.5, rules: 'chinese', black: 'human', white: '', clock: { main: 0, periods: 3, period: 0 } });
export const RULES = ['chinese', 'japanese', 'aga', 'tromp-taylor', 'new-zealand', 'pure-go', 'afure'] as const;

export function PlayPanel() {
  const playing = match.value && !(gameOver.value && !counting.value);
  return (
    <>
      {match.value && <InProgress />}
      {counting.value && <Counting />}
      {match.value && <MachineWhy />}
      <Setup open={!playing} />
      {!match.value && <MachineWhy />}
    </>
  );
}

function InProgress() {
  const human = match.value![toPlay()] === 'human';
  return (
    <Section title={t('play.game')} help="workbench">
      <div class="row">
        <button type="button" disabled={!human || gameOver.value} onClick={() => humanMove(null)}>{t('pass')} <kbd>P</kbd></button>
        <button type="button" onClick={undo}>{t('play.undo')}</button>
        <button type="button" disabled={gameOver.value} onClick={() => resign(match.value![toPlay()] === 'human' || match.value!.black === 'human' && match.value!.white === 'human' ? toPlay() : match.value!.black === 'human' ? 'black' : 'white')}>{t('play.resign')}</button>
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

function Counting() {
  const { counted } = counting.value!;
  return (
    <Section title={t('count.title')} help="scoring">
      <p class="quiet">{t('count.how')}</p>
      <table class="figures">
        <tbody>
          <tr><th scope="row">{t('color.black')}</th><td>{counted.black}</td></tr>
          <tr><th scope="row">{t('color.white')}</th><td>{counted.white} <small>({t('count.komi', { komi: counted.komi })})</small></td></tr>
          <tr class="sum"><th scope="row">{t('count.result')}</th><td>{counted.result}</td></tr>
        </tbody>
      </table>
      <div class="row">
        <button type="button" class="primary" onClick={acceptCount}>{t('count.accept')}</button>
        <button type="button" onClick={() => { counting.value = null; undo(); }}>{t('count.resume')}</button>
      </div>
    </Section>
  );
}

function MachineWhy() {
  const node = current.value;
  const made = machineMoves.value.get(node.id);
  const move = moveOf(node, game.value.size);
  if (!move) return null;
  return (
    <Section title={made ? t('why.machine') : t('why.move', { move: nameOf(move.point) })} help="decision" id="why">
      {made && (
        <p class="quiet">
          {levelName(made.level)}
          {made.winRate !== null && ` · ${t('winrate.mover')} ${percent(made.winRate)}`}
          {made.score !== null && ` · ${margin(made.score)}`}
        </p>
      )}
      {made && made.reasons.length > 0 && <ul class="reasons">{made.reasons.map((r, i) => <li key={i}><Sentence text={r} /></li>)}</ul>}
      <Why />
    </Section>
  );
}

function Setup({ open }: { open: boolean }) {
  const f = form.value;
  const set = (part: Partial<NewGame>) => (form.value = { ...f, ...part });
  const opponents: [string, string][] = [['human', t('play.human')], ...levels.value.map((l): [string, string] => [l.id, levelName(l.id)])];
  const strongest = levels.value.find((l) => l.id === 'knowledge')?.id ?? levels.value[levels.value.length - 1]?.id ?? 'human';
  const white = f.white || strongest;
  const square = f.w === f.h && [9, 13, 19].includes(f.w);
  return (
    <Section title={t('play.new')} help="workbench" open={open} id="new-game">
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
