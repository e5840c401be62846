/** The board: a drawing that is crisp at any size, a grid for screen readers, a target for pointer, touch and keys. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { type CoordinateStyle, type Pt, type Size, at, columnLabel, gtp, isStar, rowLabel, xOf, yOf } from '../util/coords';
import { CELL, cx, cy, frameOf } from './geometry';
import { type Shape, Shapes } from './shapes';

export interface BoardProps {
  id: string;
  size: Size;
  cells: Uint8Array;
  coordinates: CoordinateStyle;
  theme: 'wood' | 'flat' | 'print';
  shapes: Shape[];
  /** Marks of the record. */
  marks?: Shape[];
  lastMove?: Pt | null;
  numbers?: Map<Pt, number>;
  dead?: Set<Pt>;
  /** Stone under the pointer: its colour, or null when nothing may be put. */
  ghost?: 'black' | 'white' | 'erase' | null;
  illegal?: Map<Pt, string>;
  label: string;
  /** More to say of a point to those who cannot see the overlays. */
  describe?: (p: Pt) => string;
  onPoint?: (p: Pt, event: { shift: boolean; alt: boolean }) => void;
  onHover?: (p: Pt | null) => void;
  onWheel?: (direction: 1 | -1) => void;
}

export function BoardView(props: BoardProps) {
  const { size, cells } = props;
  const frame = useMemo(() => frameOf(size, props.coordinates !== 'none'), [size.w, size.h, props.coordinates]);
  const [hover, setHover] = useState<Pt | null>(null);
  const [tapped, setTapped] = useState<Pt | null>(null);
  const [cursor, setCursor] = useState<Pt>(at(Math.floor(size.w / 2), Math.floor(size.h / 2), size));
  const [focused, setFocused] = useState(false);
  const svg = useRef<SVGSVGElement>(null);
  useEffect(() => setCursor(at(Math.floor(size.w / 2), Math.floor(size.h / 2), size)), [size.w, size.h]);

  // Preact registers wheel listeners as passive; the page must not scroll along
  const wheel = props.onWheel;
  useEffect(() => {
    const element = svg.current;
    if (!element || !wheel) return;
    let rest = 0;
    const listen = (e: WheelEvent) => {
      if (e.ctrlKey) return;
      e.preventDefault();
      // one notch is one move, whatever a browser calls it; a finger's small steps add up
      rest += e.deltaMode === 0 ? e.deltaY : e.deltaY * 40;
      if (Math.abs(rest) < 40) return;
      wheel(rest > 0 ? 1 : -1);
      rest = 0;
    };
    element.addEventListener('wheel', listen, { passive: false });
    return () => element.removeEventListener('wheel', listen);
  }, [wheel]);

  const pointOf = (e: { clientX: number; clientY: number }): Pt | null => {
    const box = svg.current!.getBoundingClientRect();
    const unit = frame.width / box.width;
    const x = Math.round(((e.clientX - box.left) * unit - frame.margin) / CELL);
    const y = size.h - 1 - Math.round(((e.clientY - box.top) * unit - frame.margin) / CELL);
    return x >= 0 && y >= 0 && x < size.w && y < size.h ? at(x, y, size) : null;
  };
  const moveHover = (p: Pt | null) => {
    if (p !== hover) {
      setHover(p);
      props.onHover?.(p);
    }
  };
  const stoneName = (p: Pt) => t(cells[p] === 1 ? 'color.black' : cells[p] === 2 ? 'color.white' : 'board.empty');
  const refused = (p: Pt) => {
    const why = props.illegal?.get(p);
    return why ? t(`illegal.${why}` as 'illegal.ko') : '';
  };
  const sayPoint = (p: Pt) => [gtp(p, size), stoneName(p), refused(p), props.describe?.(p)].filter(Boolean).join(', ');

  const onKeyDown = (e: KeyboardEvent) => {
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[e.key];
    if (step && !e.shiftKey && !e.ctrlKey && !e.metaKey && !e.altKey) {
      const x = Math.min(size.w - 1, Math.max(0, xOf(cursor, size) + step[0]));
      const y = Math.min(size.h - 1, Math.max(0, yOf(cursor, size) + step[1]));
      const p = at(x, y, size);
      setCursor(p);
      props.onHover?.(p);
    } else if (e.key === 'Enter' || e.key === ' ') {
      props.onPoint?.(cursor, { shift: e.shiftKey, alt: e.altKey });
    } else return;
    e.preventDefault();
    e.stopPropagation();
  };

  const ghostAt = tapped ?? hover;
  const why = ghostAt !== null ? refused(ghostAt) : '';
  const rows = Array.from({ length: size.h }, (_, i) => size.h - 1 - i);
  const columns = Array.from({ length: size.w }, (_, i) => i);
  return (
    <svg
      ref={svg}
      id={props.id}
      class={`board board-${props.theme}`}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      style={{ aspectRatio: `${frame.width} / ${frame.height}`, '--ratio': String(frame.width / frame.height) }}
      role="grid"
      aria-label={props.label}
      aria-rowcount={size.h}
      aria-colcount={size.w}
      aria-activedescendant={`${props.id}-${cursor}`}
      tabIndex={0}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={onKeyDown}
      onPointerDown={(e) => e.preventDefault() /* clicking must not take the arrow keys away from the record */}
      onMouseDown={(e) => e.preventDefault()}
      onPointerMove={(e) => e.pointerType !== 'touch' && moveHover(pointOf(e))}
      onPointerLeave={() => moveHover(null)}
      onPointerUp={(e) => {
        const p = pointOf(e);
        if (p === null || e.button > 0) return;
        if (e.pointerType === 'touch' && props.ghost && props.ghost !== 'erase' && cells[p] === 0 && tapped !== p) {
          // first tap shows the stone, the second puts it
          setTapped(p);
          props.onHover?.(p);
          return;
        }
        setTapped(null);
        props.onPoint?.(p, { shift: e.shiftKey, alt: e.altKey });
      }}
    >
      <Background frame={frame} theme={props.theme} />
      <Lines size={size} frame={frame} />
      {props.coordinates !== 'none' && (
        <g class="coords" aria-hidden="true" style={{ fontSize: `${7.4 * Math.sqrt(Math.min(1, Math.max(size.w, size.h) / 19))}px` }}>
          {columns.map((x) => {
            const label = columnLabel(x, props.coordinates);
            return [frame.margin * 0.36, frame.height - frame.margin * 0.36].map((y) => <text key={`${x}-${y}`} x={frame.margin + x * CELL} y={y + 2.6}>{label}</text>);
          })}
          {rows.map((y) => {
            const label = rowLabel(y, size, props.coordinates);
            return [frame.margin * 0.36, frame.width - frame.margin * 0.36].map((x) => <text key={`${y}-${x}`} x={x} y={cy(at(0, y, size), frame) + 2.6}>{label}</text>);
          })}
        </g>
      )}
      <Shapes shapes={props.shapes} frame={frame} below />
      <g class="stones" aria-hidden="true">
        {Array.from(cells, (c, p) =>
          c === 0 ? null : (
            <g key={p} class={props.dead?.has(p) ? 'dead' : undefined}>
              {props.theme === 'wood' && <ellipse class="shadow" cx={cx(p, frame) + 0.7} cy={cy(p, frame) + 1.5} rx={CELL * 0.47} ry={CELL * 0.46} />}
              <circle class={c === 1 ? 'stone-black' : 'stone-white'} cx={cx(p, frame)} cy={cy(p, frame)} r={CELL * 0.475} fill={props.theme === 'wood' ? `url(#stone-${c === 1 ? 'black' : 'white'})` : undefined} />
            </g>
          ),
        )}
      </g>
      {props.dead && <g aria-hidden="true">{[...props.dead].map((p) => <rect key={p} class={cells[p] === 1 ? 'sq-white' : 'sq-black'} x={cx(p, frame) - 3} y={cy(p, frame) - 3} width="6" height="6" />)}</g>}
      {props.numbers && (
        <g class="numbers" aria-hidden="true">
          {[...props.numbers].map(([p, n]) => cells[p] !== 0 && <text key={p} class={cells[p] === 1 ? 'on-black' : 'on-white'} x={cx(p, frame)} y={cy(p, frame) + 3} font-size={n > 99 ? 7.6 : 9}>{n}</text>)}
        </g>
      )}
      {props.lastMove != null && cells[props.lastMove] !== 0 && !props.numbers?.has(props.lastMove) && (
        <circle class={`last ${cells[props.lastMove] === 1 ? 'on-black' : 'on-white'}`} cx={cx(props.lastMove, frame)} cy={cy(props.lastMove, frame)} r={CELL * 0.21} aria-hidden="true" />
      )}
      <Shapes shapes={props.shapes} frame={frame} below={false} />
      {props.marks && <Shapes shapes={props.marks} frame={frame} below={false} />}
      {ghostAt !== null && props.ghost && (cells[ghostAt] === 0 || props.ghost === 'erase') && (
        <g class="ghost" aria-hidden="true">
          {why ? (
            <path class="refused" d={`M${cx(ghostAt, frame) - 5} ${cy(ghostAt, frame) - 5}l10 10m0 -10l-10 10`} />
          ) : props.ghost === 'erase' ? (
            <circle class="erase" cx={cx(ghostAt, frame)} cy={cy(ghostAt, frame)} r={CELL * 0.4} />
          ) : (
            <circle class={`stone-${props.ghost} ${tapped === ghostAt ? 'tapped' : ''}`} cx={cx(ghostAt, frame)} cy={cy(ghostAt, frame)} r={CELL * 0.475} />
          )}
        </g>
      )}
      {focused && <rect class="cursor" x={cx(cursor, frame) - 9.5} y={cy(cursor, frame) - 9.5} width="19" height="19" rx="3" />}
      {rows.map((y) => (
        <g key={y} role="row" aria-rowindex={size.h - y}>
          {columns.map((x) => {
            const p = at(x, y, size);
            return (
              <rect key={x} id={`${props.id}-${p}`} role="gridcell" aria-colindex={x + 1} aria-label={sayPoint(p)} aria-selected={focused && p === cursor} data-point={gtp(p, size)} class="hit" x={cx(p, frame) - CELL / 2} y={cy(p, frame) - CELL / 2} width={CELL} height={CELL}>
                {why && p === ghostAt && <title>{why}</title>}
              </rect>
            );
          })}
        </g>
      ))}
    </svg>
  );
}

function Background({ frame, theme }: { frame: ReturnType<typeof frameOf>; theme: string }) {
  return (
    <g aria-hidden="true">
      <defs>
        <radialGradient id="stone-black" cx="0.36" cy="0.3" r="0.75">
          <stop offset="0" stop-color="#6b6e75" /><stop offset="0.35" stop-color="#33353b" /><stop offset="1" stop-color="#0d0e11" />
        </radialGradient>
        <radialGradient id="stone-white" cx="0.36" cy="0.3" r="0.8">
          <stop offset="0" stop-color="#ffffff" /><stop offset="0.6" stop-color="#f4f1ea" /><stop offset="1" stop-color="#cfc9bd" />
        </radialGradient>
        <linearGradient id="wood" x1="0" y1="0" x2="1" y2="0.15">
          <stop offset="0" stop-color="var(--wood-1)" /><stop offset="0.5" stop-color="var(--wood-2)" /><stop offset="1" stop-color="var(--wood-3)" />
        </linearGradient>
        <pattern id="grain" width="60" height="200" patternUnits="userSpaceOnUse">
          <path d="M6 0C10 60 2 140 7 200M22 0C18 70 27 130 21 200M37 0C41 50 34 150 38 200M51 0C47 80 55 120 50 200" fill="none" stroke="var(--grain)" stroke-width="1.1" />
          <path d="M14 0C16 90 11 120 15 200M44 0C46 40 42 160 45 200" fill="none" stroke="var(--grain)" stroke-width="0.5" />
        </pattern>
      </defs>
      <rect class="surface" width={frame.width} height={frame.height} rx="4" fill={theme === 'wood' ? 'url(#wood)' : undefined} />
      {theme === 'wood' && <rect width={frame.width} height={frame.height} rx="4" fill="url(#grain)" />}
    </g>
  );
}

function Lines({ size, frame }: { size: Size; frame: ReturnType<typeof frameOf> }) {
  return useMemo(() => {
    const [left, right] = [frame.margin, frame.width - frame.margin];
    const [top, bottom] = [frame.margin, frame.height - frame.margin];
    let d = '';
    for (let y = 1; y < size.h - 1; y++) d += `M${left} ${top + y * CELL}H${right}`;
    for (let x = 1; x < size.w - 1; x++) d += `M${left + x * CELL} ${top}V${bottom}`;
    const stars = Array.from({ length: size.w * size.h }, (_, p) => p).filter((p) => isStar(p, size));
    return (
      <g class="lines" aria-hidden="true" style={{ '--thin': String(Math.sqrt(Math.min(1, Math.max(size.w, size.h) / 19))) }}>
        <path d={d} />
        <rect class="edge" x={left} y={top} width={right - left} height={bottom - top} />
        {stars.map((p) => <circle key={p} cx={cx(p, frame)} cy={cy(p, frame)} r="1.9" />)}
      </g>
    );
  }, [size.w, size.h, frame]);
}
