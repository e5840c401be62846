/** What is known of a position for the graph, by node. */
import { signal } from '@preact/signals';

export interface Valued {
  /** For Black. */
  score: number | null;
  winRate: number | null;
  phase?: string;
  /** What the best move gains. */
  temperature?: number | null;
}
/** Score and win rate a review found. */
export const reviewHistory = signal<Map<number, Valued>>(new Map());
