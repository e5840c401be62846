/** Choices that stay with the user, kept in the browser. */
import { effect, signal } from '@preact/signals';
import * as languages from '../i18n/languages';
import type { CoordinateStyle } from '../util/coords';

export type Mode = 'play' | 'analyse' | 'edit' | 'review' | 'library' | 'help';
export type Theme = 'system' | 'light' | 'dark';
export type BoardTheme = 'wood' | 'flat' | 'print';

const KEY = 'gosedai.settings';
const stored = (() => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
  } catch {
    return {};
  }
})();

const kept: Record<string, { value: unknown }> = {};
function keep<T>(name: string, initial: T) {
  const s = signal<T>((stored[name] as T | undefined) ?? initial);
  kept[name] = s;
  return s;
}

export type Lang = keyof typeof languages;
export const LANGUAGES = Object.keys(languages) as Lang[];
const browserLanguage = LANGUAGES.find((code) => navigator.language.startsWith(code)) ?? 'en';
export const lang = keep<Lang>('lang', browserLanguage);
export const mode = keep<Mode>('mode', 'play');
export const theme = keep<Theme>('theme', 'system');
export const boardTheme = keep<BoardTheme>('boardTheme', 'wood');
export const coordinates = keep<CoordinateStyle>('coordinates', 'gtp');
export const numbers = keep<number>('numbers', 0);
export const showNext = keep<boolean>('showNext', true);
/** Who judges positions and games: a player of ours, or `external:NAME`. */
export const judge = keep<string>('judge', 'puct');
/** Layers that are on, by mode. */
export const layersByMode = keep<Partial<Record<Mode, string[]>>>('layers', {});
/** Tabs that were open last, by mode. */
export const chosenTabs = keep<Partial<Record<Mode, string[]>>>('tabs', {});

export function keepSettings(): void {
  effect(() => {
    const all = Object.fromEntries(Object.entries(kept).map(([name, s]) => [name, s.value]));
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      /* private windows may refuse: then they last as long as the page */
    }
  });
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    document.documentElement.lang = lang.value;
  });
}
