/** Records in and out: open, paste, drop, save, export as picture. */
import { t } from '../i18n';
import { decodeRecord } from '../util/decode';
import { current, game, info, loadSgf, openGame, recordText } from './game';
import { forThisGame, notify, report } from './notices';
import { reviewOpened } from './reviewing';
import { mode } from './settings';
import { match, stopThinking } from './play';
import { type GameNode, parseSgf } from './sgf';
import { SgfError, emptyRecordFromDiagram, writeSgf } from './sgf-extra';

function describe(error: SgfError): string {
  return t(`sgf.${error.kind}` as 'sgf.empty', { line: error.line });
}

/** Reads a record or a text diagram; the record in hand stays if it cannot be read. */
export async function openText(text: string): Promise<boolean> {
  const before = game.value.root;
  const place = current.value;
  const goBack = before.children.length ? { label: t('play.backToRecord'), run: () => openGame(before, [], place) } : undefined;
  try {
    const looksLikeSgf = /\(\s*;/.test(text);
    if (!looksLikeSgf) {
      const root = emptyRecordFromDiagram(text);
      if (root) {
        leaveMatch();
        openGame(root);
        return true;
      }
    }
    const warnings = loadSgf(text);
    leaveMatch();
    const tooBig = warnings.find((w) => w.kind === 'too-big');
    if (tooBig) notify(t('sgf.tooBig', { size: game.value.root.props.get('SZ')?.[0] ?? '' }), 'error', goBack);
    else if (warnings.length) notify(t(warnings.length === 1 ? 'sgf.repairedOne' : 'sgf.repaired', { count: warnings.length, line: warnings[0]!.line }), 'info', goBack);
    else if (goBack) forThisGame(notify(t('file.opened'), 'info', goBack, 8000));
    if (mode.value === 'review' && game.value.root.children.length) void reviewOpened();
    return true;
  } catch (error) {
    if (error instanceof SgfError) notify(describe(error), 'error');
    else report(error);
    return false;
  }
}

function leaveMatch(): void {
  stopThinking();
  match.value = null;
}

export async function openFile(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length > 20 * 1024 * 1024) {
    notify(t('sgf.tooLarge', { name: file.name }), 'error');
    return false;
  }
  return openText(decodeRecord(bytes));
}

/** Several files become one collection; the first game is shown. */
export async function openFiles(files: FileList | File[]): Promise<void> {
  const all = [...files];
  if (all.length === 1) return void (await openFile(all[0]!));
  const games: GameNode[] = [];
  const broken: string[] = [];
  for (const file of all.slice(0, 200)) {
    try {
      games.push(...parseSgf(decodeRecord(new Uint8Array(await file.arrayBuffer()))).games);
    } catch {
      broken.push(file.name);
    }
  }
  if (games.length) {
    leaveMatch();
    openGame(games[0]!, games);
  }
  if (broken.length) notify(t('file.broken', { names: broken.slice(0, 3).join(', ') }), 'error');
}

export function pickFile(accept = '.sgf,.txt'): Promise<File | null> {
  return new Promise((done) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.onchange = () => done(input.files?.[0] ?? null);
    input.oncancel = () => done(null);
    input.click();
  });
}

export function download(name: string, content: string | Blob, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(blob);
  const a = document.createElement('a');
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function suggestedName(ending: string): string {
  const clean = (s: string) => s.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  const names = [info('DT'), info('PB'), info('PW')].map(clean).filter(Boolean).join('_');
  return `${names || 'gosedai'}.${ending}`;
}

export const saveSgf = (options = {}) => download(suggestedName('sgf'), writeSgf(game.value.root, options), 'application/x-go-sgf');

export async function copySgf(): Promise<void> {
  try {
    await navigator.clipboard.writeText(recordText());
    notify(t('file.copied'));
  } catch (error) {
    report(error);
  }
}

/** The board as it is drawn now, styles included, so that it stands alone. */
export function boardSvgText(): string {
  const source = document.querySelector<SVGSVGElement>('#main-board')!;
  const copy = source.cloneNode(true) as SVGSVGElement;
  const from = [source, ...source.querySelectorAll<SVGElement>('*')];
  const to = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  const wanted = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap', 'opacity', 'font-size', 'font-family', 'font-weight', 'text-anchor', 'stop-color'];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of wanted) {
      const value = style.getPropertyValue(name);
      if (value) to[i]!.style.setProperty(name, value);
    }
  });
  copy.querySelectorAll('.hit, .ghost, .cursor').forEach((e) => e.remove());
  copy.querySelectorAll('[role=row]').forEach((e) => e.remove());
  const [, , w, h] = source.getAttribute('viewBox')!.split(' ').map(Number);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(w! * 2));
  copy.setAttribute('height', String(h! * 2));
  for (const name of ['role', 'tabindex', 'aria-activedescendant', 'aria-rowcount', 'aria-colcount', 'class']) copy.removeAttribute(name);
  copy.setAttribute('role', 'img');
  return new XMLSerializer().serializeToString(copy);
}

export const saveSvg = () => download(suggestedName('svg'), boardSvgText(), 'image/svg+xml');

export async function savePng(scale = 2): Promise<void> {
  try {
    const text = boardSvgText();
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width * scale;
    canvas.height = image.height * scale;
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (blob) download(suggestedName('png'), blob);
  } catch (error) {
    report(error);
  }
}

