/** Stepping through the record, and who stands where. */
import { t, word } from './i18n';
import { objects } from './state/analysis';
import { shownBoard } from './state/boards';
import { back, current, forward, game, info, line, moveNumber, moveOf, nameOf, sibling, toEnd, toStart } from './state/game';
import { clocks, match, thinking, type ClockState } from './state/play';
import { quiz } from './state/quiz';
import { momentOf, review } from './state/review';
import { mode } from './state/settings';
import { margin } from './util/ui';

const ICONS: Record<string, string> = {
  start: 'M5 4v12M16 4l-8 6l8 6z', back10: 'M10 4l-7 6l7 6zM17 4l-7 6l7 6z', back: 'M14 4l-8 6l8 6z',
  forward: 'M6 4l8 6l-8 6z', forward10: 'M3 4l7 6l-7 6zM10 4l7 6l-7 6z', end: 'M15 4v12M4 4l8 6l-8 6z',
  up: 'M4 13l6 -7l6 7z', down: 'M4 7l6 7l6 -7z',
};

function Icon({ name }: { name: string }) {
  return <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d={ICONS[name]} fill="currentColor" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" /></svg>;
}

export function NavBar() {
  const node = current.value;
  const number = moveNumber(node);
  const total = moveNumber(line.value[line.value.length - 1]!);
  const move = moveOf(node, game.value.size);
  const button = (name: keyof typeof ICONS, label: string, run: () => void, disabled: boolean) => (
    <button type="button" class="icon" aria-label={label} title={label} disabled={disabled} onClick={run}><Icon name={name} /></button>
  );
  const atStart = !node.parent;
  const atEnd = node.children.length === 0;
  const brothers = node.parent?.children ?? [];
  return (
    <div class="navbar" role="toolbar" aria-label={t('nav.label')}>
      {button('start', t('nav.start'), toStart, atStart)}
      {button('back10', t('nav.back10'), () => back(10), atStart)}
      {button('back', t('nav.back'), () => back(), atStart)}
      <output class="move-number" aria-live="polite">
        <b>{number}</b><span>/{total}</span>
        <i>{move ? `${t(`color.${move.color}`)} ${move.point === null ? t('pass') : nameOf(move.point)}` : ' '}</i>
      </output>
      {button('forward', t('nav.forward'), () => forward(), atEnd)}
      {button('forward10', t('nav.forward10'), () => forward(10), atEnd)}
      {button('end', t('nav.end'), toEnd, atEnd)}
      <span class="gap" />
      {button('up', t('nav.previousVariation'), () => sibling(-1), brothers.indexOf(node) <= 0)}
      {button('down', t('nav.nextVariation'), () => sibling(1), brothers.indexOf(node) >= brothers.length - 1)}
    </div>
  );
}

export function PlayersBar() {
  const board = shownBoard();
  return (
    <div class="players">
      {(['black', 'white'] as const).map((color) => {
        const name = info(color === 'black' ? 'PB' : 'PW') || t(`color.${color}`);
        const rank = info(color === 'black' ? 'BR' : 'WR');
        const turn = board.toPlay === color && !info('RE');
        return (
          <div key={color} class={`player ${turn ? 'turn' : ''}`}>
            <span class={`disc ${color}`} aria-hidden="true" />
            <span class="who"><b>{name}</b> <small>{rank}</small>{turn && <span class="sr">{t('toPlay')}</span>}</span>
            {thinking.value?.color === color && <span class="busy" role="status">{t('play.thinking')}</span>}
            <span class="prisoners" title={t('prisoners')}><span class="sr">{t('prisoners')} </span>{board.captures[color === 'black' ? 0 : 1]}</span>
            {match.value && clocks.value && <Clock state={clocks.value[color]} />}
          </div>
        );
      })}
      <Figure />
      {info('RE') && <div class="result"><span class="long">{resultText(info('RE'))}</span><span class="short" aria-hidden="true">{info('RE').slice(0, 8)}</span></div>}
    </div>
  );
}

/** Who leads by how much, and who says so: the one figure of the page. */
function Figure() {
  if (mode.value === 'play' || mode.value === 'help' || quiz.value?.hidden) return null;
  const node = current.value;
  const reviewed = momentOf(node);
  const e = objects();
  const score = reviewed ? reviewed.score_after : e?.judgement.score;
  if (score == null) return null;
  const source = reviewed ? (review.value?.answer?.games[0]?.judge ?? t('judge.review')) : t('judge.estimate');
  return <div class="figure" title={source}><output data-score={score}>{margin(score)}</output> <small>{reviewed ? t('judge.byReview') : t('judge.byEstimate')}{e && !reviewed && ` · ${word('phase', e.judgement.phase)}`}</small></div>;
}

export function resultText(re: string): string {
  const found = /^([BW])\+(.*)$/.exec(re);
  if (!found) return re === '0' || /^draw/i.test(re) ? t('result.draw') : re;
  const color = t(found[1] === 'B' ? 'color.black' : 'color.white');
  const how = found[2]!;
  if (/^R/i.test(how)) return t('result.resign', { color });
  if (/^T/i.test(how)) return t('result.time', { color });
  return how ? t('result.points', { color, points: how }) : t('result.wins', { color });
}

function Clock({ state }: { state: ClockState }) {
  const seconds = Math.ceil(state.left);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return <span class={`clock ${state.inPeriod && seconds <= 10 ? 'hurry' : ''}`}>{text}{state.inPeriod && <small> ×{state.periods}</small>}</span>;
}
