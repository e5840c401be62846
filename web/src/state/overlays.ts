/** What can be drawn over the board, and what is. */
import { signal } from '@preact/signals';

export interface Overlay {
  id: string;
  key: string;
  /** The command whose answer it draws. */
  command: string;
  /** Its page of help, in docs/concepts. */
  page: string;
}

/** In the order of the keys. */
export const OVERLAYS = [
  { id: 'strings', key: '1', command: 'explain', page: 'strings' },
  { id: 'links', key: '2', command: 'explain', page: 'links' },
  { id: 'groups', key: '3', command: 'explain', page: 'groups' },
  { id: 'families', key: '4', command: 'explain', page: 'families' },
  { id: 'potential', key: '5', command: 'explain', page: 'potential' },
  { id: 'strength', key: '6', command: 'explain', page: 'groups' },
  { id: 'status', key: '7', command: 'explain', page: 'reading' },
  { id: 'scores', key: '8', command: 'explain', page: 'decision' },
  { id: 'threats', key: '9', command: 'explain', page: 'decision' },
  { id: 'territory', key: 'T', command: 'explain', page: 'territory' },
  { id: 'candidates', key: 'E', command: 'explain', page: 'decision' },
  { id: 'predicted', key: 'R', command: 'patterns-predict', page: 'patterns' },
  { id: 'dame', key: '', command: 'explain', page: 'dame' },
  { id: 'blocking', key: '', command: 'explain', page: 'links' },
  { id: 'pon', key: '', command: 'fuseki', page: 'pon' },
  { id: 'endgame', key: '', command: 'endgame', page: 'endgame' },
  { id: 'search', key: '', command: 'analyse', page: 'uct' },
  { id: 'ownership', key: '', command: 'analyse', page: 'uct' },
] as const satisfies readonly Overlay[];

export type OverlayId = (typeof OVERLAYS)[number]['id'];

export const overlays = signal<Set<OverlayId>>(new Set());

export function toggleOverlay(id: OverlayId): void {
  const next = new Set(overlays.value);
  if (!next.delete(id)) next.add(id);
  overlays.value = next;
}
