/** The user's knowledge files: read, checked by the engine, saved beside the program's own, never into them. */
import { signal } from '@preact/signals';
import { call, removeFile, writeFile } from '../api/client';
import type { Checked } from '../api/types';
import { knowledgeVersion } from './analysis';
import { current } from './game';
import { linearSgf } from './linear';
import { notify } from './notices';
import { t } from '../i18n';

export const lastChecked = signal<Checked | null>(null);

/** Files of the user's that the engine had to skip are named once. */
export async function reportFaults(): Promise<void> {
  const { complaints } = await call('knowledge', {});
  if (complaints.length) notify(t('knowledge.faults', { count: complaints.length, first: complaints[0]! }), 'error');
}

export const readKnowledge = (path: string) => call('knowledge', { path });
export const check = async (path: string, text: string): Promise<Checked> => (lastChecked.value = await call('check', { path, text, ...linearSgf(current.value) }));

/** Saves only what the engine accepts. */
export async function saveKnowledge(path: string, text: string): Promise<Checked> {
  const result = await check(path, text);
  if (result.sound) {
    await writeFile('knowledge', path, text);
    knowledgeVersion.value += 1;
  }
  return result;
}

export async function dropKnowledge(path: string): Promise<void> {
  await removeFile('knowledge', path);
  knowledgeVersion.value += 1;
}

export interface OwnRule {
  id: string;
  en: string;
  ja: string;
  rows: string[];
  value: number;
  both: boolean;
  when: string[];
}

const quote = (s: string) => JSON.stringify(s);

export function writeRules(rules: OwnRule[]): string {
  return `# Rules of your own; they stand in front of the program's rules of the same id.\n${rules
    .map((r) => `\n[[rule]]\nid = ${quote(r.id)}\nname = { en = ${quote(r.en)}, ja = ${quote(r.ja)} }\npicture = '''\n${r.rows.map((x) => [...x].join(' ')).join('\n')}\n'''\nvalue = ${r.value}\n${r.both ? 'both = true\n' : ''}${r.when.length ? `when = [${r.when.map(quote).join(', ')}]\n` : ''}`)
    .join('')}`;
}

/** Reads files written by `writeRules` and the program's own of the same form. */
export function parseRules(text: string): OwnRule[] {
  return text.split(/^\[\[rule\]\]\s*$/m).slice(1).map((block) => {
    const get = (re: RegExp) => re.exec(block)?.[1] ?? '';
    return {
      id: get(/^id = "(.*)"/m),
      en: get(/en = "((?:[^"\\]|\\.)*)"/),
      ja: get(/ja = "((?:[^"\\]|\\.)*)"/),
      rows: get(/picture = '''\n([\s\S]*?)\n'''/).split('\n').map((r) => r.replace(/\s+/g, '')),
      value: Number(get(/^value = (-?[\d.]+)/m)),
      both: /^both = true/m.test(block),
      when: [...get(/^when = \[(.*)\]/m).matchAll(/"([^"]+)"/g)].map((m) => m[1]!),
    };
  });
}
