/** Lists and instruments lie in tabs; which are open, by mode. From 1700 px on two stand side by side. */
import { computed, signal } from '@preact/signals';
import { chosenTabs, mode, type Mode } from './settings';

export const TABS = {
  play: ['game', 'record'],
  review: ['moments', 'story', 'record'],
  analyse: ['moves', 'groups', 'layers', 'judgement', 'search', 'record', 'stone', 'race', 'endgame', 'pon', 'predicted', 'cgt', 'parameters'],
  edit: ['position', 'info', 'problems', 'joseki', 'rules', 'potential', 'record'],
  library: ['games', 'record'],
  help: ['help'],
} as const satisfies Record<Mode, readonly string[]>;
export type TabId = (typeof TABS)[Mode][number];

/** Reached through one chooser at the end of the row: instruments for a special question. */
export const INSTRUMENTS: readonly TabId[] = ['stone', 'race', 'endgame', 'pon', 'predicted', 'cgt', 'parameters'];

const query = matchMedia('(min-width: 1700px)');
export const wide = signal(query.matches);
query.addEventListener('change', () => (wide.value = query.matches));
const narrow = matchMedia('(max-width: 900px)');
export const isNarrow = () => narrow.matches;

/** The tab of each place that is in view, first and second. */
export const openTabs = computed<TabId[]>(() => {
  const all: readonly TabId[] = TABS[mode.value];
  const kept = (chosenTabs.value[mode.value] ?? []).filter((id): id is TabId => all.includes(id as TabId));
  const first = kept[0] ?? all[0]!;
  const second = kept[1] && kept[1] !== first ? kept[1] : all.find((id) => id !== first);
  return wide.value && second ? [first, second] : [first];
});

export function openTab(id: TabId, place = 0): void {
  const now = [...openTabs.value];
  // what stands beside it already changes places
  const other = now.indexOf(id);
  if (other >= 0 && other !== place) now[other] = now[place]!;
  now[place] = id;
  const kept = chosenTabs.value[mode.value] ?? [];
  chosenTabs.value = { ...chosenTabs.value, [mode.value]: now.length > 1 ? now : [id, ...kept.slice(1).filter((k) => k !== id)] };
}

export const isOpen = (id: TabId) => openTabs.value.includes(id);
