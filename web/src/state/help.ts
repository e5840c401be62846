/** Help pages: the same files as docs/concepts, bundled with the page. */
import { signal } from '@preact/signals';
import { mode, type Lang } from './settings';
import { report } from './notices';

export type Pages = Record<string, Partial<Record<Lang, { title: string; html: string }>>>;
export const pages = signal<Pages | null>(null);
export const page = signal<string>('workbench');

let before: typeof mode.value = 'play';

export function loadHelp(): void {
  if (pages.value) return;
  fetch('/help.json')
    .then((r) => r.json())
    .then((p: Pages) => (pages.value = p))
    .catch(report);
}

export function openHelp(name: string): void {
  loadHelp();
  page.value = name;
  if (mode.value !== 'help') before = mode.value;
  mode.value = 'help';
}

export const closeHelp = () => (mode.value = before);
