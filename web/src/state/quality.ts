/** Verdicts by node, for tree and graph. */
import { signal } from '@preact/signals';

export type Verdict = 'good' | 'mistake' | 'blunder' | 'doubtful';
export const quality = signal<Map<number, Verdict>>(new Map());
