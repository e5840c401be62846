/** The board of the page: the record's position with overlays, marks and what a click means now. */
import { computed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { hinted, objects, pointChosen } from '../state/analysis';
import { ensure, illegal, shownBoard } from '../state/boards';
import { back, current, forward, game, moveOf, nextOf, pathOf, revision, setupPoints } from '../state/game';
import { highlight, points, preview } from '../state/highlight';
import { inspect, inspected } from '../state/inspect';
import { liveNode, liveRanking } from '../state/live';
import { question } from '../state/question';
import { beginByClick, isFresh } from '../state/setup';
import { closeLine, hoverLine, lineOf, lineView, takeLine } from '../state/variation';
import { overlays } from '../state/overlays';
import { counting, gameOver, humanMove, match, paused, toggleDead } from '../state/play';
import { boardTheme, coordinates, mode, numbers, showNext } from '../state/settings';
import { editClick, editGhost } from '../state/tools';
import { quiz, quizClick } from '../state/quiz';
import { type Pt, gtp } from '../util/coords';
import { BoardView } from './BoardView';
import { mostVisited, overlayShapes } from './overlays';
import type { Shape } from './shapes';

/** Marks written in the record. */
const marks = computed<Shape[]>(() => {
  void revision.value;
  const node = current.value;
  const out: Shape[] = [];
  const each = (key: string, make: (p: Pt) => Shape) => setupPoints(node, key).forEach((p) => out.push(make(p)));
  each('TR', (p) => ({ kind: 'triangle', p, tone: 'accent' }));
  each('SQ', (p) => ({ kind: 'outline', points: [p], tone: 'accent' }));
  each('CR', (p) => ({ kind: 'ring', p, tone: 'accent' }));
  each('MA', (p) => ({ kind: 'cross', p, tone: 'accent' }));
  each('SL', (p) => ({ kind: 'dot', p, tone: 'accent' }));
  each('TB', (p) => ({ kind: 'square', p, size: 0.5, tone: 'black' }));
  each('TW', (p) => ({ kind: 'square', p, size: 0.5, tone: 'white' }));
  for (const value of node.props.get('LB') ?? []) {
    const [where, ...text] = value.split(':');
    for (const p of setupPointsOf(where ?? '')) out.push({ kind: 'label', p, text: text.join(':').slice(0, 4), tone: 'accent' });
  }
  for (const key of ['AR', 'LN']) {
    for (const value of node.props.get(key) ?? []) {
      const [a, b] = value.split(':').map((v) => setupPointsOf(v)[0]);
      if (a !== undefined && b !== undefined) out.push({ kind: 'line', from: a, to: b, tone: 'accent' });
    }
  }
  return out;
});

function setupPointsOf(text: string): Pt[] {
  const { w, h } = game.value.size;
  const x = text.charCodeAt(0) - 97;
  const y = h - 1 - (text.charCodeAt(1) - 97);
  return text.length === 2 && x >= 0 && x < w && y >= 0 && y < h ? [y * w + x] : [];
}

const moveNumbers = computed(() => {
  const out = new Map<Pt, number>();
  if (!numbers.value) return out;
  const path = pathOf(current.value);
  let n = 0;
  const all: [Pt, number][] = [];
  for (const node of path) {
    const move = moveOf(node, game.value.size);
    if (!move) continue;
    n++;
    if (move.point !== null) all.push([move.point, n]);
  }
  for (const [p, k] of all.slice(-numbers.value)) out.set(p, k);
  return out;
});

const shapes = computed<Shape[]>(() => {
  const out: Shape[] = [];
  // a line lies on the bare board: layers belong to another position
  const line = lineView.value;
  if (line) return [...line.shapes, ...highlight.value];
  // hints would spoil a quiz; in play they are shown only if asked for with an overlay
  if (!quiz.value?.hidden) for (const id of overlays.value) out.push(...overlayShapes(id));
  if (showNext.value && mode.value !== 'play' && !quiz.value) {
    const next = nextOf(current.value);
    const move = next && moveOf(next, game.value.size);
    if (move && move.point !== null) out.push({ kind: 'dot', p: move.point, tone: move.color, r: 2.6 });
  }
  const c = counting.value;
  if (c) {
    for (const p of points(c.counted.black_territory)) out.push({ kind: 'square', p, size: 0.55, tone: 'black' });
    for (const p of points(c.counted.white_territory)) out.push({ kind: 'square', p, size: 0.55, tone: 'white' });
  }
  const target = question.value.kind === 'stone' || mode.value === 'analyse' ? inspected.value : null;
  if (target !== null) out.push({ kind: 'ring', p: target, tone: 'accent' });
  if (question.value.kind === 'hint') for (const p of points(hinted().map((c) => c.move))) out.push({ kind: 'ring', p, tone: 'accent', strong: true });
  out.push(...preview.value, ...highlight.value);
  return out;
});

export function MainBoard() {
  const line = lineView.value;
  const board = line ? { ...line.board, toPlay: line.toPlay } : shownBoard();
  const node = current.value;
  const last = line ? null : moveOf(node, game.value.size);
  const canPlay = !!pointChosen.value || mode.value === 'analyse' || mode.value === 'review' || (mode.value === 'play' && !counting.value && !(gameOver.value && match.value) && (!match.value || paused.value || match.value[board.toPlay] === 'human'));
  const ghost = quiz.value ? (quiz.value.hidden ? board.toPlay : null) : mode.value === 'edit' ? editGhost(board.toPlay) : canPlay ? board.toPlay : null;
  const onPoint = (p: Pt, e: { shift: boolean; alt: boolean }) => {
    if (pointChosen.value) return pointChosen.value(p);
    if (quiz.value) {
      closeLine();
      return quizClick(p);
    }
    if (counting.value && mode.value === 'play') return toggleDead(p);
    if (mode.value === 'edit') return editClick(p, e);
    if (line) {
      // what is seen is what is played on: the line goes into the record as a variation
      takeLine();
      return void ensure(current.value).then(() => humanMove(p));
    }
    // a stone is asked about by touching it, as long as no game is going on
    if (board.cells[p] !== 0 && (mode.value !== 'play' || !match.value || gameOver.value)) return inspect(p);
    if (mode.value === 'play' && isFresh() && !beginByClick()) return;
    void humanMove(p);
  };
  const onHover = (p: Pt | null) => {
    const r = liveRanking.value;
    const on = p !== null && mode.value === 'analyse' && overlays.value.has('search') && r && liveNode.value === node.id;
    const found = on ? mostVisited(r).find((m) => m.move === gtp(p, game.value.size)) : undefined;
    hoverLine(found && found.pv.length > 1 ? lineOf(node, r!.to_play, found.pv) : null);
  };
  useEffect(() => {
    const listen = (e: Event) => onPoint((e as CustomEvent<Pt>).detail, { shift: false, alt: false });
    document.addEventListener('gosedai-point', listen);
    return () => document.removeEventListener('gosedai-point', listen);
  });
  return (
    <BoardView
      id="main-board"
      size={game.value.size}
      cells={board.cells}
      coordinates={coordinates.value}
      theme={boardTheme.value}
      shapes={shapes.value}
      marks={line ? [] : marks.value}
      lastMove={last?.point ?? null}
      numbers={line ? undefined : moveNumbers.value}
      dead={counting.value?.dead}
      ghost={ghost}
      illegal={!line && illegal.value.node === node.id ? illegal.value.points : undefined}
      label={t('board.label', { w: game.value.size.w, h: game.value.size.h, color: t(`color.${board.toPlay}`) })}
      describe={describePoint}
      onPoint={onPoint}
      onHover={onHover}
      onWheel={(d) => (d > 0 ? forward() : back())}
    />
  );
}

/** Group and status in words, when they are known. */
function describePoint(p: Pt): string {
  const e = objects();
  if (!e || !overlays.value.size) return '';
  const name = gtp(p, game.value.size);
  const group = e.groups.find((g) => g.stones.includes(name));
  return group ? t('describe.group', { id: group.id, class: t(`class.${group.class}` as 'class.alive') }) : '';
}
