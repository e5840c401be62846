/** Score and win rate a review found, by node. */
import { signal } from '@preact/signals';

export interface Valued {
  score: number | null;
  winRate: number | null;
}
export const reviewHistory = signal<Map<number, Valued>>(new Map());
