/** Which layers lie over the board. */
import { signal } from '@preact/signals';

export interface Layer {
  id: string;
  key: string;
  command: string;
}

/** In the order of the keys. */
export const LAYERS = [
  { id: 'strings', key: '1', command: 'explain' },
  { id: 'links', key: '2', command: 'explain' },
  { id: 'groups', key: '3', command: 'explain' },
  { id: 'families', key: '4', command: 'explain' },
  { id: 'potential', key: '5', command: 'explain' },
  { id: 'strength', key: '6', command: 'explain' },
  { id: 'status', key: '7', command: 'explain' },
  { id: 'scores', key: '8', command: 'explain' },
  { id: 'threats', key: '9', command: 'explain' },
  { id: 'territory', key: 'T', command: 'explain' },
  { id: 'candidates', key: 'E', command: 'explain' },
  { id: 'predicted', key: 'R', command: 'patterns-predict' },
  { id: 'dame', key: '', command: 'explain' },
  { id: 'blocking', key: '', command: 'explain' },
  { id: 'pon', key: '', command: 'fuseki' },
  { id: 'endgame', key: '', command: 'endgame' },
  { id: 'search', key: '', command: 'analyse' },
  { id: 'ownership', key: '', command: 'analyse' },
] as const satisfies readonly Layer[];

export type LayerId = (typeof LAYERS)[number]['id'];

export const layers = signal<Set<LayerId>>(new Set());

export function toggleLayer(id: LayerId): void {
  const next = new Set(layers.value);
  if (!next.delete(id)) next.add(id);
  layers.value = next;
}
