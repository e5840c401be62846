/** Where things are on the drawing: one crossing is CELL units wide. */
import { type Pt, type Size, xOf, yOf } from '../util/coords';

export const CELL = 20;

export interface Frame {
  size: Size;
  margin: number;
  width: number;
  height: number;
}

export function frameOf(size: Size, withCoordinates: boolean): Frame {
  const margin = withCoordinates ? CELL * 1.3 : CELL * 0.75;
  return { size, margin, width: (size.w - 1) * CELL + margin * 2, height: (size.h - 1) * CELL + margin * 2 };
}

export const cx = (p: Pt, f: Frame) => f.margin + xOf(p, f.size) * CELL;
export const cy = (p: Pt, f: Frame) => f.margin + (f.size.h - 1 - yOf(p, f.size)) * CELL;

/** Border of a set of points as line pieces, a little inside the cells. */
export function borderPath(points: Iterable<Pt>, f: Frame, inset = 1.2): string {
  const set = new Set(points);
  const { w, h } = f.size;
  const half = CELL / 2;
  const parts: string[] = [];
  const hasAt = (x: number, y: number) => x >= 0 && y >= 0 && x < w && y < h && set.has(y * w + x);
  for (const p of set) {
    const [x, y] = [xOf(p, f.size), yOf(p, f.size)];
    const [px, py] = [cx(p, f), cy(p, f)];
    // each open side is drawn; its ends reach to the neighbour's side or turn the corner
    const side = (dx: number, dy: number) => {
      if (hasAt(x + dx, y + dy)) return;
      const end = (s: number) => {
        const along = hasAt(x + (dy ? s : 0), y + (dx ? s : 0));
        const corner = along && hasAt(x + dx + (dy ? s : 0), y + dy + (dx ? s : 0));
        return corner ? half + inset : along ? half : half - inset;
      };
      const off = half - inset;
      if (dx) parts.push(`M${px + dx * off} ${py - end(1)}V${py + end(-1)}`);
      else parts.push(`M${px - end(-1)} ${py - dy * off}H${px + end(1)}`);
    };
    side(1, 0);
    side(-1, 0);
    side(0, 1);
    side(0, -1);
  }
  return parts.join('');
}

/** Lines between orthogonal neighbours of a set, for halos. */
export function bonds(points: Iterable<Pt>, f: Frame): string {
  const set = new Set(points);
  let d = '';
  for (const p of set) {
    d += `M${cx(p, f)} ${cy(p, f)}h0`;
    if (xOf(p, f.size) < f.size.w - 1 && set.has(p + 1)) d += `M${cx(p, f)} ${cy(p, f)}h${CELL}`;
    if (set.has(p + f.size.w)) d += `M${cx(p, f)} ${cy(p, f)}v${-CELL}`;
  }
  return d;
}
