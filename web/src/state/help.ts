/** Help pages: the same files as docs/concepts, fetched in the language of the reader when they are opened. */
import { computed, signal } from '@preact/signals';
import { lang, mode } from './settings';
import { report } from './notices';

export type Pages = Record<string, { title: string; html: string }>;
const fetched = signal<Record<string, Pages>>({});
/** Those of the language in use; null until they are there. */
export const pages = computed<Pages | null>(() => fetched.value[lang.value] ?? null);
export const page = signal<string>('workbench');

let before: typeof mode.value = 'play';

export function loadHelp(): void {
  const code = lang.value;
  if (fetched.value[code]) return;
  fetch(`/help.${code}.json`)
    .then((r) => r.json())
    .then((p: Pages) => (fetched.value = { ...fetched.peek(), [code]: p }))
    .catch(report);
}

export function openHelp(name: string): void {
  loadHelp();
  page.value = name;
  if (mode.value !== 'help') before = mode.value;
  mode.value = 'help';
}

export const closeHelp = () => (mode.value = before);
