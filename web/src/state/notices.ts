/** Messages to the user: one line each, errors stay until closed. */
import { effect, signal } from '@preact/signals';
import { CommandError } from '../api/client';
import { t } from '../i18n';
import { game } from './game';

export interface Notice {
  id: number;
  text: string;
  kind: 'info' | 'error';
  action?: { label: string; run: () => void };
}

export const notices = signal<Notice[]>([]);
let next = 1;

/** Plain information goes away by itself; what can be acted on stays longer, errors until closed. */
export function notify(text: string, kind: Notice['kind'] = 'info', action?: Notice['action'], stay = action ? 20_000 : 5000): number {
  const id = next++;
  notices.value = [...notices.peek().filter((n) => n.text !== text), { id, text, kind, action }].slice(-4);
  if (kind === 'info') setTimeout(() => dismiss(id), stay);
  return id;
}

export const dismiss = (id: number) => (notices.value = notices.peek().filter((n) => n.id !== id));

/** A message about the record in view does not stay into the next one. */
export function forThisGame(id: number): void {
  const now = game.peek();
  const stop = effect(() => {
    if (game.value === now) return;
    dismiss(id);
    queueMicrotask(() => stop());
  });
}

export function report(error: unknown): void {
  if ((error as Error)?.name === 'AbortError') return;
  if (error instanceof CommandError) {
    if (error.kind === 'cancelled') return;
    // the banner says it already
    if (error.kind === 'offline') return;
    notify(error.message, 'error');
  } else {
    console.error(error);
    notify(t('error.unexpected', { message: String((error as Error)?.message ?? error) }), 'error');
  }
}
