/** The library: games kept by the program in the user's folder, found by player and by position. */
import { effect, signal } from '@preact/signals';
import { call, listFiles, readFile, removeFile, writeFile } from '../api/client';
import { t } from '../i18n';
import { type Pt, type Size, gtp } from '../util/coords';
import { boardAt, changesOf } from './boards';
import { current, game, info, moveOf, openGame, recordText, revision, setProp, sizeOf } from './game';
import { forThisGame, notify, report } from './notices';
import { gameOver, match } from './play';
import { digest, mainLine, review, reviewNodes } from './review';
import { mode } from './settings';
import { type GameNode, parseSgf, writeSgf } from './sgf';

export interface Kept {
  file: string;
  root: GameNode;
  /** Seconds since 1970. */
  modified: number;
  reviewed: boolean;
}
export const library = signal<Kept[] | null>(null);
export const wanted = signal('');

const get = (root: GameNode, key: string) => root.props.get(key)?.[0] ?? '';
export const about = (k: Kept) => ({ black: get(k.root, 'PB'), white: get(k.root, 'PW'), date: get(k.root, 'DT'), result: get(k.root, 'RE'), tags: get(k.root, 'TG'), name: get(k.root, 'GN') });

/** Once kept, a record stays under its name while it is worked on. */
const names = new WeakMap<GameNode, string>();
const fileOf = (root: GameNode) => {
  const known = names.get(root);
  if (known) return known;
  const clean = (s: string) => s.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').slice(0, 30);
  const people = [get(root, 'DT'), get(root, 'PB'), get(root, 'PW')].map(clean).filter(Boolean).join('_');
  // the moves tell games of one day apart
  const file = `${people || 'game'}_${digest(`${get(root, 'SZ')} ${(root.props.get('AB') ?? []).join()} ${mainLine(root).join(' ')}`)}.sgf`;
  names.set(root, file);
  return file;
};

/** Writes the record in view into the library. */
export async function keepGame(): Promise<boolean> {
  try {
    await writeFile('games', fileOf(game.value.root), recordText());
    if (library.value) await loadLibrary();
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

export async function keepByHand(): Promise<void> {
  if (await keepGame()) notify(t('library.kept', { name: [info('PB'), info('PW')].filter(Boolean).join(' – ') || t('collection.game') }));
}

/** Games that are finished or reviewed come into the library by themselves. */
export function followLibrary(): void {
  let kept = '';
  effect(() => {
    void revision.value;
    const root = game.value.root;
    const ended = !!match.value && gameOver.value && !!info('RE');
    const isReviewed = !!review.value?.answer && reviewNodes.value.length === review.value.moves.length;
    if (!ended && !isReviewed) return;
    const text = recordText();
    if (text === kept || mainLine(root).length < 2) return;
    kept = text;
    void keepGame();
  });
}

/** At most so many games are read. */
const MOST = 500;

export async function loadLibrary(): Promise<void> {
  try {
    const [files, reviews] = await Promise.all([listFiles('games'), listFiles('reviews')]);
    const names = new Set(reviews.map((f) => f.name.split('.')[0]));
    const newest = files.sort((a, b) => b.modified - a.modified).slice(0, MOST);
    const read = await Promise.all(newest.map(async (f): Promise<Kept[]> => {
      try {
        const root = parseSgf(await readFile('games', f.name)).games[0]!;
        const size = sizeOf(root);
        return [{ file: f.name, root, modified: f.modified, reviewed: names.has(digest(`${size.w}x${size.h} ${mainLine(root).join(' ')}`)) }];
      } catch {
        // a file of somebody else that is no record
        return [];
      }
    }));
    library.value = read.flat();
  } catch (error) {
    report(error);
  }
}

export function openKept(k: Kept): void {
  const [before, place] = [game.value.root, current.value];
  names.set(k.root, k.file);
  match.value = null;
  openGame(k.root);
  mode.value = 'review';
  if (before.children.length && before !== k.root) forThisGame(notify(t('file.opened'), 'info', { label: t('play.backToRecord'), run: () => openGame(before, [], place) }, 8000));
}

export async function dropKept(k: Kept): Promise<void> {
  await removeFile('games', k.file).catch(report);
  await loadLibrary();
}

export async function tagKept(k: Kept, tags: string): Promise<void> {
  setProp(k.root, 'TG', tags.trim() ? [tags.trim()] : null);
  await writeFile('games', k.file, writeSgf(k.root)).catch(report);
}

export interface Next {
  move: string;
  games: number;
  /** Won by the side that plays it, of those with a result. */
  won: number;
  decided: number;
}
/** The games that reach the position in view, and what was played next in them. */
export const position = signal<{ node: number; games: Set<string>; next: Next[] } | null>(null);

/** The eight ways to lay a square board; two of them for another one. */
function symmetries({ w, h }: Size): ((p: Pt) => Pt)[] {
  const out: ((p: Pt) => Pt)[] = [];
  for (const swap of w === h ? [false, true] : [false]) {
    for (const fx of [false, true]) {
      for (const fy of [false, true]) {
        out.push((p) => {
          let [x, y] = [p % w, Math.floor(p / w)];
          if (fx) x = w - 1 - x;
          if (fy) y = h - 1 - y;
          return swap ? x * w + y : y * w + x;
        });
      }
    }
  }
  return out;
}

/** Looks for the position in view, however it lies on the board. */
export async function searchPosition(): Promise<void> {
  const node = current.value;
  const { size } = game.value;
  const here = boardAt(node);
  if (!here || !library.value) return;
  // the position laid in every way, each with the way back
  const laid = new Map<string, (p: Pt) => Pt>();
  for (const turn of symmetries(size)) {
    const cells = new Uint8Array(here.cells.length);
    const back: Pt[] = [];
    here.cells.forEach((c, p) => {
      cells[turn(p)] = c;
      back[turn(p)] = p;
    });
    const key = cells.join('');
    if (!laid.has(key)) laid.set(key, (p) => back[p]!);
  }
  const found = new Map<string, Next>();
  const games = new Set<string>();
  const fits = library.value.filter((k) => sizeOf(k.root).w === size.w && sizeOf(k.root).h === size.h);
  try {
    for (const kept of fits) {
      const line: GameNode[] = [];
      for (let n: GameNode | undefined = kept.root; n; n = n.children[0]) line.push(n);
      const boards = changesOf(await call('replay', lineRequest(line, size)), size);
      const at = boards.findIndex((b) => b.toPlay === here.toPlay && laid.has(b.cells.join('')));
      if (at < 0) continue;
      games.add(kept.file);
      const next = line[at + 1] && moveOf(line[at + 1]!, size);
      const back = laid.get(boards[at]!.cells.join(''))!;
      if (next && next.point !== null) count(found, gtp(back(next.point), size), next.color, get(kept.root, 'RE'));
    }
  } catch (error) {
    return report(error);
  }
  if (current.value === node) position.value = { node: node.id, games, next: [...found.values()].sort((a, b) => b.games - a.games) };
}

function count(found: Map<string, Next>, move: string, color: string, result: string): void {
  const next = found.get(move) ?? { move, games: 0, won: 0, decided: 0 };
  next.games++;
  if (/^[BW]\+/.test(result)) {
    next.decided++;
    if (result[0] === (color === 'black' ? 'B' : 'W')) next.won++;
  }
  found.set(move, next);
}

function lineRequest(line: GameNode[], size: Size) {
  const points = (n: GameNode, key: string) => (n.props.get(key) ?? []).filter((v) => v.length === 2).map((v) => sgfName(v, size));
  return {
    size: [size.w, size.h] as [number, number],
    nodes: line.map((n, i) => {
      const move = moveOf(n, size);
      return {
        parent: i ? i - 1 : undefined,
        play: move ? ([move.color, move.point === null ? 'pass' : gtp(move.point, size)] as [string, string]) : undefined,
        ...(n.props.has('AB') || n.props.has('AW') ? { add_black: points(n, 'AB'), add_white: points(n, 'AW') } : {}),
      };
    }),
  };
}

const sgfName = (v: string, size: Size) => gtp((size.h - 1 - (v.charCodeAt(1) - 97)) * size.w + v.charCodeAt(0) - 97, size);
