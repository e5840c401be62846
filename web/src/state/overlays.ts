/** What can be drawn over the board, and what is. */
import { computed } from '@preact/signals';
import { layersByMode, mode } from './settings';

export const FAMILIES = ['stones', 'area', 'moves', 'research'] as const;

export interface Overlay {
  id: string;
  key: string;
  /** The command whose answer it draws. */
  command: string;
  /** Its page of help, in docs/concepts. */
  page: string;
  family: (typeof FAMILIES)[number];
}

export const OVERLAYS = [
  { id: 'status', key: '7', command: 'explain', page: 'reading', family: 'stones' },
  { id: 'groups', key: '3', command: 'explain', page: 'groups', family: 'stones' },
  { id: 'strength', key: '6', command: 'explain', page: 'groups', family: 'stones' },
  { id: 'links', key: '2', command: 'explain', page: 'links', family: 'stones' },
  { id: 'strings', key: '1', command: 'explain', page: 'strings', family: 'stones' },
  { id: 'territory', key: 'T', command: 'explain', page: 'territory', family: 'area' },
  { id: 'families', key: '4', command: 'explain', page: 'families', family: 'area' },
  { id: 'potential', key: '5', command: 'explain', page: 'potential', family: 'area' },
  { id: 'ownership', key: '', command: 'analyse', page: 'uct', family: 'area' },
  { id: 'candidates', key: 'E', command: 'explain', page: 'decision', family: 'moves' },
  { id: 'predicted', key: 'R', command: 'patterns-predict', page: 'patterns', family: 'moves' },
  { id: 'search', key: '', command: 'analyse', page: 'uct', family: 'moves' },
  { id: 'threats', key: '9', command: 'explain', page: 'decision', family: 'moves' },
  { id: 'scores', key: '8', command: 'explain', page: 'decision', family: 'research' },
  { id: 'dame', key: '', command: 'explain', page: 'dame', family: 'research' },
  { id: 'blocking', key: '', command: 'explain', page: 'links', family: 'research' },
  { id: 'pon', key: '', command: 'fuseki', page: 'pon', family: 'research' },
  { id: 'endgame', key: '', command: 'endgame', page: 'endgame', family: 'research' },
] as const satisfies readonly Overlay[];

export type OverlayId = (typeof OVERLAYS)[number]['id'];

/** In analysis candidates and what becomes of groups are on from the start; elsewhere the board is plain until asked. */
const START: Partial<Record<string, OverlayId[]>> = { analyse: ['candidates', 'status'] };

export const overlays = computed<Set<OverlayId>>(() => new Set((layersByMode.value[mode.value] as OverlayId[] | undefined) ?? START[mode.value] ?? []));

export function toggleOverlay(id: OverlayId): void {
  const next = new Set(overlays.value);
  if (!next.delete(id)) next.add(id);
  layersByMode.value = { ...layersByMode.value, [mode.value]: [...next] };
}
