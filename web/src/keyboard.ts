/** The keys of the page. Single letters are off while text is typed or an input method is composing. */
import { signal } from '@preact/signals';
import { t } from './i18n';
import { back, forward, game, sibling, toEnd, toLastFork, toMainLine, toStart } from './state/game';
import { askMachine, humanMove } from './state/play';
import { stopAll } from './state/stop';
import { OVERLAYS, type OverlayId } from './state/overlays';
import { switchLayer } from './panels/Layers';
import { askNothing, question } from './state/question';
import { inspected } from './state/inspect';
import { closeLine, stepLine } from './state/variation';
import { coordinates, mode } from './state/settings';
import { redoEdit, undoEdit } from './state/edits';
import { copySgf } from './state/files';
import { fromGtp } from './util/coords';
import { analysisOn, pointChosen } from './state/analysis';
import { jumpTo } from './state/review';
import { askIgnored, startCompare } from './state/questions';
import { notify } from './state/notices';

export const showKeys = signal(false);
/** A point being typed. */
export const typed = signal('');

const typing = (e: Event) => {
  return e.target instanceof Element && !!e.target.closest('input:not([type=checkbox]):not([type=range]):not([type=radio]), textarea, select, [contenteditable]');
};

type Action = () => void;
/** Layers are hints: not while a game is played. */
const layer = (id: OverlayId) => mode.value !== 'play' && switchLayer(id);
const letters: Record<string, Action> = {
  b: toLastFork,
  B: toMainLine,
  n: () => jumpTo('mistake', 1),
  N: () => jumpTo('mistake', -1),
  g: () => jumpTo('good', 1),
  G: () => jumpTo('good', -1),
  p: () => void humanMove(null),
  k: () => (coordinates.value = coordinates.value === 'none' ? 'gtp' : 'none'),
  t: () => layer('territory'),
  e: () => layer('candidates'),
  r: () => layer('predicted'),
  i: () => void askIgnored(),
  w: () => startCompare(),
};

const plain: Record<string, Action> = {
  ArrowLeft: () => stepLine(-1) || back(),
  ArrowRight: () => stepLine(1) || forward(),
  ArrowUp: () => sibling(-1),
  ArrowDown: () => sibling(1),
  PageUp: () => back(10),
  PageDown: () => forward(10),
  Home: toStart,
  End: toEnd,
  '?': () => (showKeys.value = !showKeys.value),
};

let pending = 0;
function later(run: Action): void {
  clearTimeout(pending);
  pending = window.setTimeout(() => {
    typed.value = '';
    run();
  }, 320);
}

export function commitPoint(text: string): boolean {
  const point = fromGtp(text, game.value.size);
  if (point === null) {
    notify(t('point.unknown', { text }), 'error');
    return false;
  }
  if (mode.value === 'play' || mode.value === 'analyse') {
    if (pointChosen.value) pointChosen.value(point);
    else void humanMove(point);
  } else document.querySelector<SVGElement>(`#main-board-${point}`)?.dispatchEvent(new CustomEvent('gosedai-point', { bubbles: true, detail: point }));
  return true;
}

export function listenToKeys(): () => void {
  const onKey = (e: KeyboardEvent) => {
    if (e.isComposing || e.defaultPrevented) return;
    const ctrl = e.ctrlKey || e.metaKey;
    if (ctrl && !typing(e)) {
      const key = e.key.toLowerCase();
      if (key === 'z') {
        e.preventDefault();
        if (e.shiftKey) redoEdit();
        else undoEdit();
      } else if (key === 'y') {
        e.preventDefault();
        redoEdit();
      } else if (key === 'c' && !String(getSelection())) {
        e.preventDefault();
        void copySgf();
      }
      return;
    }
    if (ctrl || e.altKey || typing(e)) return;
    if (e.key === 'Escape') {
      typed.value = '';
      clearTimeout(pending);
      if (pointChosen.value || showKeys.value) {
        pointChosen.value = null;
        showKeys.value = false;
        return;
      }
      // first the board goes back to the record, then the question, then work is stopped
      if (closeLine()) return;
      if (question.value.kind !== 'move') {
        inspected.value = null;
        askNothing();
      }
      stopAll();
      return;
    }
    const onControl = e.target instanceof Element && e.target.closest('button, summary, a, input, [role=slider]');
    if (typed.value && (typed.value.length > 1 || typed.value === '/')) {
      if (e.key === 'Enter') {
        e.preventDefault();
        const text = typed.value.replace('/', '');
        typed.value = '';
        if (text) commitPoint(text);
        return;
      }
      if (e.key === 'Backspace') {
        typed.value = typed.value.slice(0, -1);
        return;
      }
    }
    if (e.key === '/') {
      e.preventDefault();
      clearTimeout(pending);
      typed.value = '/';
      return;
    }
    if (typed.value.startsWith('/') && /^[a-zA-Z]$/.test(e.key)) {
      typed.value += e.key.toUpperCase();
      return;
    }
    if (/^\d$/.test(e.key)) {
      if (typed.value) {
        clearTimeout(pending);
        typed.value += e.key;
      } else if (e.key !== '0') {
        const overlay = OVERLAYS.find((l) => l.key === e.key);
        if (overlay && mode.value !== 'play') switchLayer(overlay.id);
      }
      return;
    }
    if (e.shiftKey && (e.key === 'ArrowLeft' || e.key === 'ArrowRight')) {
      e.preventDefault();
      if (e.key === 'ArrowLeft') back(10);
      else forward(10);
      return;
    }
    if ((e.key === 'Enter' || e.key === ' ') && onControl) return;
    if (e.key === 'Enter') {
      e.preventDefault();
      askMachine();
      return;
    }
    if (e.key === ' ') {
      e.preventDefault();
      analysisOn.value = !analysisOn.value;
      return;
    }
    const direct = plain[e.key];
    if (direct) {
      e.preventDefault();
      direct();
      return;
    }
    if (/^[a-zA-Z]$/.test(e.key)) {
      const run = letters[e.key] ?? letters[e.key.toLowerCase()];
      const known = e.shiftKey ? letters[e.key] : run;
      clearTimeout(pending);
      // while a game is played a letter may begin a point such as K10: wait a moment for the digit; elsewhere points begin with a slash
      if (mode.value !== 'play') {
        known?.();
        return;
      }
      typed.value = /[a-hj-z]/i.test(e.key) ? e.key.toUpperCase() : '';
      later(known ?? (() => {}));
    }
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}
