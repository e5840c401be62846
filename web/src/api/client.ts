/** Talks to the server: commands as JSON, jobs as event streams. Every call can be aborted. */
import { signal } from '@preact/signals';
import type { Commands, Engines, ErrorAnswer, ErrorInfo, FileList, FileWritten, JobStarted, Listing, Progress as AnyProgress } from './generated';

export class CommandError extends Error {
  constructor(public readonly kind: string, message: string, public readonly field?: string) {
    super(message);
  }
}

/** How far a job has come; the partial result has the type of its command. */
export interface Progress<P = unknown> extends Omit<AnyProgress, 'partial'> {
  partial: P | null;
}

export type Command = keyof Commands;
type Request<K extends Command> = Commands[K]['request'];
type Answer<K extends Command> = Commands[K]['response'];

/** Commands of this build; null until known. */
export const commands = signal<Set<string> | null>(null);
export const engines = signal<Engines>({ players: ['knowledge'], external: [] });
export const online = signal(true);

let language = 'en';
let paramsFile: string | null = null;
export const setRequestLanguage = (lang: string) => (language = lang);
export const setParamsFile = (name: string | null) => (paramsFile = name);
export const has = (command: Command) => commands.value?.has(command) ?? false;

export async function discover(): Promise<void> {
  const list = await request<Listing>('/api');
  commands.value = new Set(list.commands.map((c) => c.name));
  engines.value = await request<Engines>('/api/engines');
}

const query = (params?: string | null) => {
  const q = new URLSearchParams({ lang: language });
  const file = params === undefined ? paramsFile : params;
  if (file) q.set('params', file);
  return `?${q}`;
};

/** How often a request is sent again that the server had no room for. */
const PATIENCE = 5;

/** Asks again when the server says that it is busy: it has not begun, so nothing happens twice. */
async function patiently(path: string, init: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(path, init);
    if (response.status !== 503 || tries > PATIENCE) return response;
    const seconds = Number(response.headers.get('retry-after')) || 1;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    init.signal?.throwIfAborted();
  }
}

async function request<T>(path: string, init: RequestInit = {}): Promise<T> {
  let response: Response;
  try {
    response = await patiently(path, init);
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    online.value = false;
    watchConnection();
    throw new CommandError('offline', 'offline');
  }
  online.value = true;
  const type = response.headers.get('content-type') ?? '';
  const body = type.includes('json') ? await response.json() : await response.text();
  if (!response.ok) {
    const error = (body as Partial<ErrorAnswer>).error;
    throw new CommandError(error?.kind ?? 'failed', error?.message ?? `HTTP ${response.status}`, error?.field ?? undefined);
  }
  return body as T;
}

let watching = false;
/** After a lost connection: ask every second until the server is back. */
function watchConnection(): void {
  if (watching) return;
  watching = true;
  const ask = async () => {
    try {
      if ((await fetch('/api')).ok) {
        online.value = true;
        watching = false;
        if (!commands.value) void discover();
        return;
      }
    } catch {
      /* still away */
    }
    setTimeout(ask, 1000);
  };
  setTimeout(ask, 1000);
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Parameter file of the user's folder; null for the built-in ones, absent for the one chosen on the page. */
  params?: string | null;
}

export function call<K extends Command>(command: K, body: Request<K>, options: CallOptions = {}): Promise<Answer<K>> {
  return request<Answer<K>>(`/api/${command}${query(options.params)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: options.signal,
  });
}

export interface JobOptions<P> extends CallOptions {
  onProgress?: (progress: Progress<P>) => void;
  /** Aborting this stops the work, and what is done by then is the answer. */
  gentle?: AbortSignal;
}

/** Runs a command as a job; aborting the signal cancels it on the server too. */
export async function job<K extends Command>(command: K, body: Request<K>, options: JobOptions<Answer<K>> = {}): Promise<Answer<K>> {
  // not aborted on its way: a job that was started must be known by its number to be cancelled
  const { id } = await request<JobStarted>(`/api/jobs/${command}${query(options.params)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const cancel = () => void fetch(`/api/jobs/${id}`, { method: 'DELETE' }).catch(() => {});
  if (options.signal?.aborted) {
    cancel();
    throw new DOMException('aborted', 'AbortError');
  }
  if (options.gentle?.aborted) cancel();
  else options.gentle?.addEventListener('abort', cancel, { once: true });
  let response: Response;
  try {
    response = await fetch(`/api/jobs/${id}/events`, { signal: options.signal });
    if (!response.ok || !response.body) throw new CommandError('failed', `HTTP ${response.status}`);
    return await follow<Answer<K>>(response.body, options.onProgress);
  } catch (error) {
    if ((error as Error).name === 'AbortError') cancel();
    if (error instanceof TypeError) {
      online.value = false;
      watchConnection();
      throw new CommandError('offline', 'offline');
    }
    throw error;
  }
}

async function follow<T>(body: ReadableStream<Uint8Array>, onProgress?: (p: Progress<T>) => void): Promise<T> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new CommandError('offline', 'offline');
    text += decoder.decode(value, { stream: true });
    let end: number;
    while ((end = text.indexOf('\n\n')) >= 0) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const name = /^event: ?(.*)$/m.exec(block)?.[1];
      const data = block.split('\n').filter((l) => l.startsWith('data:')).map((l) => l.slice(5).trimStart()).join('\n');
      if (name === 'progress') onProgress?.(JSON.parse(data));
      else if (name === 'done') return JSON.parse(data) as T;
      else if (name === 'failed') {
        const error = JSON.parse(data) as ErrorInfo;
        throw new CommandError(error.kind, error.message);
      }
    }
  }
}

const filePath = (area: string, name: string) => `/api/files/${area}/${name.split('/').map(encodeURIComponent).join('/')}`;
export const listFiles = async (area: string) => (await request<FileList>(`/api/files/${area}`)).files;
export const readFile = (area: string, name: string) => request<string>(filePath(area, name));
export const writeFile = (area: string, name: string, text: string) => request<FileWritten>(filePath(area, name), { method: 'PUT', body: text });
export const removeFile = (area: string, name: string) => request<unknown>(filePath(area, name), { method: 'DELETE' });
