/** Answers about the position in view. Each kind is asked only when something on the page shows it; stale questions are dropped. */
import { type Signal, batch, effect, signal } from '@preact/signals';
import { call, has, type Command } from '../api/client';
import type { Commands, Explained } from '../api/types';
import type { Pt } from '../util/coords';
import { boardAt } from './boards';
import { current, revision } from './game';
import { OVERLAYS, overlays, type OverlayId } from './overlays';
import { linearSgf } from './linear';
import { onStop } from './stop';
import { question } from './question';
import { lang, mode } from './settings';
import { isOpen, type TabId } from './tabs';

/** Set by the user (Space); nothing is computed while off. */
export const analysisOn = signal(true);
/** What a click on the board does instead of playing, for one click. */
export const pointChosen = signal<((p: Pt) => void) | null>(null);
/** What to choose, said at the board while it waits. */
export const pointPrompt = signal('');

/** Asks for a point: the next click on the board (or a typed point) answers. */
export function askPoint(prompt: string, run: (p: Pt) => void): void {
  pointPrompt.value = prompt;
  pointChosen.value = (p) => {
    pointChosen.value = null;
    run(p);
  };
}
/** Parameter changes make earlier answers worthless. */
export const knowledgeVersion = signal(0);

type Answer<K extends Command> = Commands[K]['response'];

export interface Resource<K extends Command> {
  command: K;
  data: Signal<Answer<K> | null>;
  /** The node the data belongs to. */
  node: Signal<number>;
  loading: Signal<boolean>;
  error: Signal<string | null>;
  stop: () => void;
}

const all: { stop: () => void }[] = [];
const cache = new Map<string, unknown>();
const MOST = 300;

export function resource<K extends Command>(command: K, wanted: () => boolean, patience = 0): Resource<K> {
  const r: Resource<K> = { command, data: signal<Answer<K> | null>(null), node: signal(0), loading: signal(false), error: signal<string | null>(null), stop: () => {} };
  all.push(r);
  let abort: AbortController | null = null;
  let lastKey = '';
  let lastAsked = 0;
  r.stop = () => {
    abort?.abort();
    abort = null;
    r.loading.value = false;
  };
  const start = () => effect(() => {
    const node = current.value;
    void revision.value;
    if (!wanted() || !analysisOn.value || !has(command) || !boardAt(node)) {
      lastKey = '';
      r.stop();
      return;
    }
    const request = linearSgf(node) as Commands[K]['request'];
    const key = `${command} ${lang.value} ${knowledgeVersion.value} ${JSON.stringify(request)}`;
    if (key === lastKey) return;
    lastKey = key;
    r.stop();
    const known = cache.get(key) as Answer<K> | undefined;
    if (known) {
      batch(() => {
        r.data.value = known;
        r.node.value = node.id;
        r.error.value = null;
      });
      return;
    }
    const mine = new AbortController();
    abort = mine;
    r.loading.value = true;
    // quick steps through the record ask only where they stop; the first question goes out at once
    const wait = performance.now() - lastAsked < 120 ? Math.max(60, patience) : patience;
    lastAsked = performance.now();
    setTimeout(() => {
      if (mine.signal.aborted) return;
      call(command, request, { signal: mine.signal }).then(
        (answer) => {
          if (cache.size > MOST) cache.delete(cache.keys().next().value!);
          cache.set(key, answer);
          if (abort !== mine) return;
          batch(() => {
            r.data.value = answer;
            r.node.value = node.id;
            r.error.value = null;
            r.loading.value = false;
          });
        },
        (error: Error) => {
          if (error.name === 'AbortError' || abort !== mine) return;
          batch(() => {
            r.data.value = null;
            r.error.value = error.message;
            r.loading.value = false;
          });
        },
      );
    }, wait);
  });
  starters.push(start);
  return r;
}

const starters: (() => void)[] = [];
export const startAnalyses = () => starters.forEach((s) => s());
onStop(() => all.forEach((r) => r.stop()));

const EXPLAIN_OVERLAYS = OVERLAYS.filter((o) => o.command === 'explain').map((o) => o.id);
const shows = (ids: readonly OverlayId[]) => ids.some((id) => overlays.value.has(id));

const looks = () => mode.value === 'analyse' || question.value.kind === 'stone' || question.value.kind === 'candidate' || question.value.kind === 'hint' || (mode.value !== 'play' && shows(EXPLAIN_OVERLAYS));
/** Objects only: arrives at once, while candidates are still being thought about. */
export const peeped = resource('peep', looks);
/** Thinking takes a moment: it begins when the objects are on the board. */
export const explained = resource('explain', looks, 80);
const panel = (id: TabId) => mode.value === 'analyse' && isOpen(id);
/** The overlay whose button the pointer (or focus) rests on: its answer is fetched before the click. */
export const pointedOverlay = signal<OverlayId | null>(null);
const overlay = (id: OverlayId) => mode.value === 'analyse' && (overlays.value.has(id) || pointedOverlay.value === id);
export const predicted = resource('patterns-predict', () => overlay('predicted') || panel('predicted'));
export const fuseki = resource('fuseki', () => overlay('pon') || panel('pon'));
/** On an open board the exact analysis is long work: it is done there only when asked for. */
export const endgameAsked = signal(0);
export const endgameReady = () => objects()?.judgement.phase === 'endgame' || endgameAsked.value === current.value.id;
export const endgame = resource('endgame', () => (overlay('endgame') || panel('endgame')) && endgameReady());

/** Data of a resource, only if it is about the node in view. */
export const here = <K extends Command>(r: Resource<K>): Answer<K> | null => (r.node.value === current.value.id ? r.data.value : null);

/** The best that is known of the position in view: the full explanation, else its objects. */
export const objects = (): Explained | null => here(explained) ?? here(peeped);

/** The moves a hint names: the first three candidates, in the order of the board. */
export const hinted = () => [...(here(explained)?.candidates ?? [])].slice(0, 3).sort((a, b) => a.move.localeCompare(b.move));
