/** A recovery snapshot in the browser every few seconds; the record on disk changes only when saved. */
import { effect } from '@preact/signals';
import { current, game, pathOf, recordText, revision, openGame } from './game';
import { clocks, match, paused, type Match } from './play';
import { type GameNode, parseSgf } from './sgf';

const KEY = 'gosedai.recovery';
/** Says that the record lies in the cache storage, which is slow to open: it is not looked at otherwise. */
const LARGE = 'gosedai.recovery.large';
const MOST = 4_500_000;

interface Snapshot {
  sgf: string;
  /** Child numbers from the root to where we were. */
  path: number[];
  at: number;
  /** The game in progress, and its clocks. */
  match?: Match | null;
  clocks?: typeof clocks.value;
  paused?: boolean;
}

export let saveFailed = false;

function snapshot(): void {
  const nodes = pathOf(current.peek());
  const path = nodes.slice(1).map((n) => n.parent!.children.indexOf(n));
  const sgf = recordText();
  const data: Snapshot = { sgf, path, at: Date.now(), match: match.peek(), clocks: clocks.peek(), paused: paused.peek() };
  try {
    if (sgf.length > MOST) throw new Error('too large');
    const text = JSON.stringify(data);
    localStorage.setItem(KEY, text);
    localStorage.removeItem(LARGE);
    // each tab of the browser comes back with its own record
    sessionStorage.setItem(KEY, text);
    saveFailed = false;
  } catch {
    saveFailed = true;
    void storeLarge(data);
  }
}

/** Records too large for the small store go to the browser's cache storage. */
async function storeLarge(data: Snapshot): Promise<void> {
  try {
    const cache = await caches.open('gosedai');
    await cache.put('/recovery', new Response(JSON.stringify(data)));
    localStorage.removeItem(KEY);
    sessionStorage.removeItem(KEY);
    localStorage.setItem(LARGE, 'yes');
    saveFailed = false;
  } catch {
    /* nothing else can be done */
  }
}

export function keepSnapshots(): void {
  let timer = 0;
  let last = 0;
  effect(() => {
    void revision.value;
    void current.value;
    void game.value;
    void match.value;
    void paused.value;
    clearTimeout(timer);
    // at once after a pause, always within a second
    const wait = Date.now() - last > 3000 ? 200 : 800;
    timer = window.setTimeout(() => {
      last = Date.now();
      snapshot();
    }, wait);
  });
  addEventListener('pagehide', snapshot);
}

export async function recover(): Promise<boolean> {
  let data: Snapshot | null = null;
  try {
    const text = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? (localStorage.getItem(LARGE) ? ((await (await (await caches.open('gosedai')).match('/recovery'))?.text()) ?? null) : null);
    data = text ? (JSON.parse(text) as Snapshot) : null;
  } catch {
    return false;
  }
  if (!data?.sgf) return false;
  try {
    const { games } = parseSgf(data.sgf);
    let node: GameNode = games[0]!;
    for (const i of data.path) node = node.children[i] ?? node;
    openGame(games[0]!, games, node);
    if (data.match) {
      match.value = data.match;
      clocks.value = data.clocks ?? null;
      paused.value = data.paused ?? false;
    }
    return node !== games[0] || games[0]!.children.length > 0 || games[0]!.props.has('AB');
  } catch {
    return false;
  }
}
