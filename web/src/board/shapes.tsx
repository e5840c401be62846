/** Everything that can be drawn over or under the stones. Overlays are lists of these; one renderer draws them all. */
import type { Pt } from '../util/coords';
import { type Frame, CELL, bonds, borderPath, cx, cy } from './geometry';

export type Tone = 'black' | 'white' | 'good' | 'bad' | 'accent' | 'neutral' | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

export type Shape =
  | { kind: 'square'; p: Pt; size: number; tone: Tone; under?: boolean }
  | { kind: 'area'; points: Pt[]; tone: Tone; hatch?: 'up' | 'down' }
  | { kind: 'outline'; points: Pt[]; tone: Tone; dash?: 'none' | 'dashed' | 'dotted'; strong?: boolean }
  | { kind: 'halo'; points: Pt[]; links?: [Pt, Pt][]; tone: Tone }
  | { kind: 'line'; from: Pt; to: Pt | { x: number; y: number }; tone: Tone; dash?: 'none' | 'dashed' | 'dotted'; cut?: boolean }
  | { kind: 'label'; p: Pt; text: string; tone: Tone; sub?: string; on?: 'stone' | 'point'; scale?: number }
  | { kind: 'numbers'; items: { p: Pt; text: string }[]; tone?: Tone }
  | { kind: 'heat'; p: Pt; value: number; text?: string }
  | { kind: 'stone'; p: Pt; color: 'black' | 'white'; text?: string; faint?: boolean }
  | { kind: 'ring'; p: Pt; tone: Tone; strong?: boolean }
  | { kind: 'cross'; p: Pt; tone: Tone }
  | { kind: 'triangle'; p: Pt; tone: Tone }
  | { kind: 'dot'; p: Pt; tone: Tone; r?: number };

const under = (s: Shape) => s.kind === 'area' || s.kind === 'halo' || s.kind === 'heat' || (s.kind === 'square' && !!s.under);
const tone = (t: Tone) => `var(--tone-${t})`;
const dashes = { none: undefined, dashed: '4 2.5', dotted: '0.6 3' } as const;

export function Shapes({ shapes, frame, below }: { shapes: Shape[]; frame: Frame; below: boolean }) {
  return <g class="shapes" pointer-events="none">{shapes.filter((s) => under(s) === below).map((s, i) => <One key={i} s={s} f={frame} />)}</g>;
}

function One({ s, f }: { s: Shape; f: Frame }) {
  switch (s.kind) {
    case 'square': {
      const side = Math.max(1.5, CELL * 0.62 * Math.min(1, Math.abs(s.size)));
      return <rect class={`sq sq-${s.tone}`} x={cx(s.p, f) - side / 2} y={cy(s.p, f) - side / 2} width={side} height={side} />;
    }
    case 'area':
      return (
        <g>
          {s.points.map((p) => (
            <rect key={p} x={cx(p, f) - CELL / 2} y={cy(p, f) - CELL / 2} width={CELL} height={CELL} fill={tone(s.tone)} fill-opacity="0.2" />
          ))}
          {s.hatch && s.points.map((p) => {
            const [x, y, h] = [cx(p, f), cy(p, f), CELL / 2];
            const d = s.hatch === 'up' ? `M${x - h} ${y + h}L${x + h} ${y - h}` : `M${x - h} ${y - h}L${x + h} ${y + h}`;
            return <path key={`h${p}`} d={d} stroke={tone(s.tone)} stroke-width="0.8" stroke-opacity="0.6" />;
          })}
        </g>
      );
    case 'outline':
      return <path d={borderPath(s.points, f)} fill="none" stroke={tone(s.tone)} stroke-width={s.strong ? 2.2 : 1.5} stroke-dasharray={dashes[s.dash ?? 'none']} stroke-linecap="round" />;
    case 'halo':
      return (
        <g opacity="0.6" stroke={tone(s.tone)} stroke-width={CELL * 1.18} stroke-linecap="round" fill="none">
          <path d={bonds(s.points, f)} />
          {s.links?.map(([a, b], i) => <path key={i} stroke-width={CELL * 0.5} d={`M${cx(a, f)} ${cy(a, f)}L${cx(b, f)} ${cy(b, f)}`} />)}
        </g>
      );
    case 'line': {
      const to = typeof s.to === 'number' ? { x: cx(s.to, f), y: cy(s.to, f) } : { x: f.margin + s.to.x * CELL, y: f.margin + (f.size.h - 1 - s.to.y) * CELL };
      const [x, y] = [cx(s.from, f), cy(s.from, f)];
      const [mx, my] = [(x + to.x) / 2, (y + to.y) / 2];
      return (
        <g stroke={tone(s.tone)} stroke-linecap="round">
          <path d={`M${x} ${y}L${to.x} ${to.y}`} stroke="var(--line-under)" stroke-width="3.6" />
          <path d={`M${x} ${y}L${to.x} ${to.y}`} stroke-width="2" stroke-dasharray={dashes[s.dash ?? 'none']} />
          {s.cut && <path d={`M${mx - 3} ${my - 3}l6 6M${mx - 3} ${my + 3}l6 -6`} stroke-width="1.6" />}
        </g>
      );
    }
    case 'label': {
      const [x, y] = [cx(s.p, f), cy(s.p, f)];
      const scale = s.scale ?? 1;
      // signs beyond ASCII are about twice as wide
      const letters = [...s.text].reduce((n, c) => n + (c > '\u00ff' ? 1.75 : 1), 0);
      const width = Math.max(11, 3.4 + letters * 5.1 * scale, 2.4 + (s.sub?.length ?? 0) * 3.5);
      return (
        <g class="chip">
          <rect x={x - width / 2} y={y - (s.sub ? 8 : 5.6)} width={width} height={s.sub ? 16 : 11.2} rx="3.4" fill={tone(s.tone)} />
          <text x={x} y={y + (s.sub ? -0.4 : 3.1)} font-size={8.6 * scale} fill={`var(--on-tone-${s.tone})`}>{s.text}</text>
          {s.sub && <text x={x} y={y + 6.2} font-size="5.8" fill={`var(--on-tone-${s.tone})`}>{s.sub}</text>}
        </g>
      );
    }
    case 'numbers': {
      // one path behind all of them: there may be hundreds
      const wide = (text: string) => (text.length > 2 ? 14 : 10);
      const boxes = s.items.map(({ p, text }) => `M${cx(p, f) - wide(text) / 2} ${cy(p, f) - 4.4}h${wide(text)}v8.8h-${wide(text)}z`).join('');
      const ink = s.tone === undefined ? undefined : `var(--on-tone-${s.tone})`;
      return (
        <g class={s.tone === undefined ? 'plain-numbers' : 'toned-numbers'}>
          <path d={boxes} fill={s.tone === undefined ? undefined : tone(s.tone)} />
          {s.items.map(({ p, text }) => <text key={p} class="plain-number" x={cx(p, f)} y={cy(p, f) + 2.6} font-size={text.length > 2 ? 6.4 : 7.4} style={ink ? { fill: ink } : undefined}>{text}</text>)}
        </g>
      );
    }
    case 'heat': {
      const v = Math.min(1, Math.max(0, s.value));
      return (
        <g>
          <rect x={cx(s.p, f) - 9.4} y={cy(s.p, f) - 9.4} width="18.8" height="18.8" rx="2.5" fill="var(--tone-accent)" fill-opacity={0.08 + 0.72 * v} />
          {s.text && <text class="heat-text" x={cx(s.p, f)} y={cy(s.p, f) + 3} font-size="8">{s.text}</text>}
        </g>
      );
    }
    case 'stone':
      return (
        <g opacity={s.faint ? 0.55 : 1}>
          <circle class={`stone-${s.color}`} cx={cx(s.p, f)} cy={cy(s.p, f)} r={CELL * 0.47} fill={`url(#stone-${s.color})`} />
          {s.text && <text class={`on-${s.color}`} x={cx(s.p, f)} y={cy(s.p, f) + 3.2} font-size="9">{s.text}</text>}
        </g>
      );
    case 'ring':
      return <circle cx={cx(s.p, f)} cy={cy(s.p, f)} r={CELL * 0.44} fill="none" stroke={tone(s.tone)} stroke-width={s.strong ? 3 : 2} />;
    case 'cross': {
      const [x, y] = [cx(s.p, f), cy(s.p, f)];
      return <path d={`M${x - 4} ${y - 4}l8 8M${x - 4} ${y + 4}l8 -8`} stroke={tone(s.tone)} stroke-width="2" stroke-linecap="round" />;
    }
    case 'triangle': {
      const [x, y] = [cx(s.p, f), cy(s.p, f)];
      return <path d={`M${x} ${y - 5.4}L${x + 4.8} ${y + 3.2}H${x - 4.8}Z`} fill="none" stroke={tone(s.tone)} stroke-width="1.6" stroke-linejoin="round" />;
    }
    case 'dot':
      return <circle cx={cx(s.p, f)} cy={cy(s.p, f)} r={s.r ?? 3} fill={tone(s.tone)} stroke="var(--line-under)" stroke-width="0.8" />;
  }
}
