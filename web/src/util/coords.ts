/** Points and their names. The only place where SGF letters, GTP names and indices meet. */

export const COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const KANJI = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

export interface Size {
  w: number;
  h: number;
}

/** Index of a point: rows from the bottom, A1 is 0. */
export type Pt = number;

export const at = (x: number, y: number, size: Size): Pt => y * size.w + x;
export const xOf = (p: Pt, size: Size): number => p % size.w;
export const yOf = (p: Pt, size: Size): number => Math.floor(p / size.w);

export function gtp(p: Pt, size: Size): string {
  return COLUMNS[xOf(p, size)]! + (yOf(p, size) + 1);
}

export function fromGtp(text: string, size: Size): Pt | null {
  const match = /^([A-HJ-Za-hj-z])(\d{1,2})$/.exec(text.trim());
  if (!match) return null;
  const x = COLUMNS.indexOf(match[1]!.toUpperCase());
  const y = Number(match[2]) - 1;
  return x >= 0 && x < size.w && y >= 0 && y < size.h ? at(x, y, size) : null;
}

const A = 97;

export function toSgf(p: Pt, size: Size): string {
  return String.fromCharCode(A + xOf(p, size), A + size.h - 1 - yOf(p, size));
}

export function fromSgf(text: string, size: Size): Pt | null {
  if (!/^[a-z]{2}$/.test(text)) return null;
  const x = text.charCodeAt(0) - A;
  const y = size.h - 1 - (text.charCodeAt(1) - A);
  return x < size.w && y >= 0 ? at(x, y, size) : null;
}

/** A list of SGF values, compressed rectangles (`aa:cc`) expanded. */
export function pointsOfSgf(values: string[], size: Size): Pt[] {
  const points: Pt[] = [];
  for (const value of values) {
    const [from, to] = value.split(':');
    const a = fromSgf(from ?? '', size);
    if (a === null) continue;
    const b = to === undefined ? a : fromSgf(to, size);
    if (b === null) continue;
    const [x0, x1] = [xOf(a, size), xOf(b, size)].sort((m, n) => m - n) as [number, number];
    const [y0, y1] = [yOf(a, size), yOf(b, size)].sort((m, n) => m - n) as [number, number];
    for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) points.push(at(x, y, size));
  }
  return points;
}

export type CoordinateStyle = 'gtp' | 'numeric' | 'japanese' | 'none';

export function columnLabel(x: number, style: CoordinateStyle): string {
  return style === 'gtp' ? COLUMNS[x]! : String(x + 1);
}

export function rowLabel(y: number, size: Size, style: CoordinateStyle): string {
  const fromTop = size.h - y;
  if (style === 'japanese') return kanji(fromTop);
  return style === 'numeric' ? String(fromTop) : String(y + 1);
}

function kanji(n: number): string {
  if (n < 10) return KANJI[n]!;
  const [tens, ones] = [Math.floor(n / 10), n % 10];
  return (tens > 1 ? KANJI[tens] : '') + '十' + (ones ? KANJI[ones] : '');
}

export function isStar(p: Pt, size: Size): boolean {
  const on = (c: number, side: number) => {
    const edge = side >= 13 ? 3 : 2;
    return side >= 7 && (c === edge || c === side - 1 - edge || (side % 2 === 1 && c === (side - 1) / 2));
  };
  const mid = (c: number, side: number) => side % 2 === 1 && c === (side - 1) / 2;
  const [x, y] = [xOf(p, size), yOf(p, size)];
  const sideStar = mid(x, size.w) !== mid(y, size.h) && (size.w < 13 || size.h < 13);
  return on(x, size.w) && on(y, size.h) && !sideStar;
}

export function neighbours(p: Pt, size: Size): Pt[] {
  const [x, y] = [xOf(p, size), yOf(p, size)];
  const out: Pt[] = [];
  if (x > 0) out.push(p - 1);
  if (x < size.w - 1) out.push(p + 1);
  if (y > 0) out.push(p - size.w);
  if (y < size.h - 1) out.push(p + size.w);
  return out;
}
