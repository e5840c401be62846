/** What a review found, by node: used by the tree, the graph and the review page. */
import { signal } from '@preact/signals';

export type Verdict = 'good' | 'mistake' | 'blunder' | 'doubtful';
export const quality = signal<Map<number, Verdict>>(new Map());
