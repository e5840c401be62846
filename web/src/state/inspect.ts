/** The stone or point the inspector looks at. */
import { signal } from '@preact/signals';
import type { Pt } from '../util/coords';

export const inspected = signal<Pt | null>(null);
