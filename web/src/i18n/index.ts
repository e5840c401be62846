/** Words of the page, switched live. Sentences about positions come from the engine in the same language. */
import { lang } from '../state/settings';
import { en, type Key } from './en';
import * as languages from './languages';

export type { Key };

export function t(key: Key, args: Record<string, string | number> = {}): string {
  const words = (languages[lang.value] ?? en)[key].split(' | ');
  // "one eye | {count} eyes": the first for a single one
  const text: string = words.length > 1 && Number(args.count) !== 1 ? words[1]! : words[0]!;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in args ? String(args[name]) : whole));
}

/** A word that may not be in the list (names of things computed by the engine): shown as it is then. */
export function word(prefix: string, name: string | number | null | undefined): string {
  if (name === null || name === undefined) return '–';
  const key = `${prefix}.${name}` as Key;
  return key in en ? t(key) : String(name);
}
