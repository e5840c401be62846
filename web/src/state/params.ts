/** Parameters changed on the page: kept as a file in the user's folder, applied to every question. */
import { batch, signal } from '@preact/signals';
import { call, readFile, setParamsFile, writeFile } from '../api/client';
import type { Explained, Parameter } from '../api/types';
import { explained, knowledgeVersion } from './analysis';
import { current } from './game';
import { linearSgf } from './linear';
import { report } from './notices';

export const parameters = signal<Parameter[]>([]);
/** Changed values by name. */
export const changes = signal<Record<string, number[]>>({});
/** The answer under the built-in parameters, to show what a change does. */
export const baseline = signal<Explained | null>(null);

/** The page's own scratch file; named sets lie beside it. */
const FILE = 'workbench.toml';

export const loadParameters = () => call('parameters', {}, { params: null }).then((a) => (parameters.value = a.parameters), report);

const toml = (set: Record<string, number[]>) =>
  `# Parameters changed in the workbench.\n${Object.entries(set).map(([k, v]) => `${k} = ${v.length === 1 ? v[0] : `[${v.join(', ')}]`}\n`).join('')}`;

let writing = Promise.resolve();
let timer = 0;

export function change(name: string, values: number[] | null): void {
  const next = { ...changes.value };
  if (values) next[name] = values;
  else delete next[name];
  changes.value = next;
  clearTimeout(timer);
  timer = window.setTimeout(() => void apply(), 60);
}

export async function apply(): Promise<void> {
  const set = changes.value;
  writing = writing.then(async () => {
    try {
      if (!baseline.value) baseline.value = explained.data.value ?? (await call('explain', linearSgf(current.value), { params: null }));
      if (Object.keys(set).length) {
        await writeFile('params', FILE, toml(set));
        setParamsFile(FILE);
      } else {
        setParamsFile(null);
        baseline.value = null;
      }
      batch(() => (knowledgeVersion.value += 1));
    } catch (error) {
      report(error);
    }
  });
  await writing;
}

/** Compares with the built-in parameters at the position in view. */
export async function refreshBaseline(): Promise<void> {
  if (!Object.keys(changes.value).length) return;
  try {
    baseline.value = await call('explain', linearSgf(current.value), { params: null });
  } catch (error) {
    report(error);
  }
}

export async function saveSet(name: string): Promise<void> {
  await writeFile('params', `${name}.toml`, toml(changes.value));
}

export async function loadSet(file: string): Promise<void> {
  const text = await readFile('params', file);
  const set: Record<string, number[]> = {};
  for (const [, key, value] of text.matchAll(/^([\w.-]+)\s*=\s*(.+)$/gm)) {
    const numbers = value!.replace(/[[\]]/g, '').split(',').map(Number);
    if (numbers.every(Number.isFinite)) set[key!] = numbers;
  }
  changes.value = set;
  await apply();
}
