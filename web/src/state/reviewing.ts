/** How games are reviewed: by whom, how deeply, for whom. */
import { signal } from '@preact/signals';
import { engines } from '../api/client';
import { judge } from './settings';
import { t } from '../i18n';
import { restored, review, startReview } from './review';

export type Depth = 'quick' | 'normal' | 'deep';
/** Playouts for each position, by player: a network sees more in one look. */
const PLAYOUTS: Record<string, Record<Depth, number>> = { puct: { quick: 16, normal: 36, deep: 300 }, uct: { quick: 100, normal: 500, deep: 2000 } };
export const depth = signal<Depth>('normal');
/** For whom; empty: by the ranks in the record. */
export const reader = signal('');
export const READERS = ['', '15k', '10k', '5k', '1d', '5d'];

/** The judge chosen on the page, as far as it is there. */
export function judgeId(): string {
  const { players, external } = engines.value;
  const known = [...players, ...external.map((name) => `external:${name}`)];
  return known.includes(judge.value) ? judge.value : players.includes('puct') ? 'puct' : 'uct';
}

export const judgeName = (id: string) => (id.startsWith('external:') ? id.slice(9) : t(`judge.${id}` as 'judge.puct'));

export function reviewNow(): void {
  const engine = judgeId();
  void startReview({ playouts: (PLAYOUTS[engine] ?? PLAYOUTS.puct!)[depth.value], engine, reader: reader.value });
}

/** A record opened while reviewing is what somebody wants reviewed; a review made before is there at once. */
export async function reviewOpened(): Promise<void> {
  await restored();
  if (!review.value) reviewNow();
}
