/** Parameters changed on the page: kept as a file in the user's folder, applied to every question. */
import { signal } from '@preact/signals';
import type { Explained } from '../api/types';

/** The answer under the built-in parameters, to show what a change does. */
export const baseline = signal<Explained | null>(null);
