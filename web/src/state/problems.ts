/** Problem collections: JSON lines in the user's folder, one problem each. */
import { signal } from '@preact/signals';
import { job, listFiles, readFile, removeFile, writeFile, type Progress } from '../api/client';
import type { ColorName, Graded, StoredFile } from '../api/types';
import { type Pt, gtp, toSgf } from '../util/coords';
import { boardAt } from './boards';
import { current, game, openGame, sizeOf } from './game';
import { points } from './highlight';
import { report } from './notices';
import { newNode } from './sgf';
import { onStop } from './stop';

export const PROBLEM_GOALS = ['capture', 'escape', 'kill', 'live', 'connect', 'cut', 'semeai', 'next-move', 'recognise'] as const;
export type ProblemGoal = (typeof PROBLEM_GOALS)[number];

export interface Problem {
  id: string;
  size: number | [number, number];
  black: string[];
  white: string[];
  to_play: ColorName;
  goal: ProblemGoal;
  target: string | string[] | null;
  answers: string[];
  source?: string;
  [more: string]: unknown;
}

export const collections = signal<StoredFile[]>([]);
export const collection = signal<{ name: string; problems: Problem[] } | null>(null);
export const grading = signal<{ progress: Progress | null; abort: AbortController } | null>(null);
onStop(() => grading.value?.abort.abort());
export interface GradeResult {
  name: string;
  graded: Graded;
  flipped: { id: string; now: 'passed' | 'failed' }[];
  first: boolean;
}
export const gradeResult = signal<GradeResult | null>(null);

export const refreshCollections = () => listFiles('problems').then((f) => (collections.value = f.filter((x) => x.name.endsWith('.jsonl'))), report);

export function parseProblems(text: string): Problem[] {
  return text.split('\n').filter((l) => l.trim()).map((l, i) => {
    try {
      return JSON.parse(l) as Problem;
    } catch {
      throw new Error(`line ${i + 1}`);
    }
  });
}

export async function openCollection(name: string): Promise<void> {
  try {
    collection.value = { name, problems: parseProblems(await readFile('problems', name)) };
    gradeResult.value = null;
  } catch (error) {
    report(error);
  }
}

/** Adds a problem to a collection, or replaces the one with its id. */
export async function saveProblem(file: string, problem: Problem): Promise<void> {
  let problems: Problem[] = [];
  try {
    problems = parseProblems(await readFile('problems', file));
  } catch {
    /* a new collection */
  }
  const at = problems.findIndex((p) => p.id === problem.id);
  if (at >= 0) problems[at] = problem;
  else problems.push(problem);
  await writeFile('problems', file, problems.map((p) => JSON.stringify(p)).join('\n') + '\n');
  collection.value = { name: file, problems };
  await refreshCollections();
}

export async function deleteCollection(name: string): Promise<void> {
  await removeFile('problems', name);
  if (collection.value?.name === name) collection.value = null;
  await refreshCollections();
}

/** The position in view as a problem. */
export function problemHere(): Pick<Problem, 'size' | 'black' | 'white' | 'to_play'> {
  const { size } = game.value;
  const board = boardAt(current.value);
  const of = (v: number) => [...(board?.cells ?? [])].flatMap((c, p: Pt) => (c === v ? [gtp(p, size)] : []));
  return { size: size.w === size.h ? size.w : [size.w, size.h], black: of(1), white: of(2), to_play: board?.toPlay ?? 'black' };
}

export function showProblem(problem: Problem): void {
  const [w, h] = Array.isArray(problem.size) ? problem.size : [problem.size, problem.size];
  const root = newNode(null, [['GM', ['1']], ['FF', ['4']], ['SZ', [w === h ? `${w}` : `${w}:${h}`]], ['PL', [problem.to_play === 'white' ? 'W' : 'B']], ['GN', [problem.id]]]);
  game.value = { root, size: sizeOf(root) };
  const sgf = (names: string[]) => points(names).map((p) => toSgf(p, sizeOf(root)));
  if (problem.black.length) root.props.set('AB', sgf(problem.black));
  if (problem.white.length) root.props.set('AW', sgf(problem.white));
  openGame(root);
}

/** Grades a collection, and says which problems changed since the last time. */
export async function grade(name: string): Promise<void> {
  const abort = new AbortController();
  grading.value = { progress: null, abort };
  try {
    const text = await readFile('problems', name);
    const graded = await job('grade', { problems: text }, { signal: abort.signal, onProgress: (progress) => (grading.value = { progress, abort }) });
    const before = await readFile('grades', name.replace(/\.jsonl$/, '.json')).then((t) => JSON.parse(t) as { failed: string[]; all: string[] }, () => null);
    const all = parseProblems(text).map((p) => p.id);
    const failed = graded.failed.map((f) => f.id);
    const flipped = before ? all.filter((id) => before.all.includes(id) && before.failed.includes(id) !== failed.includes(id)).map((id) => ({ id, now: failed.includes(id) ? ('failed' as const) : ('passed' as const) })) : [];
    gradeResult.value = { name, graded, flipped, first: !before };
    await writeFile('grades', name.replace(/\.jsonl$/, '.json'), JSON.stringify({ failed, all, at: new Date().toISOString() }));
  } catch (error) {
    report(error);
  } finally {
    grading.value = null;
  }
}
