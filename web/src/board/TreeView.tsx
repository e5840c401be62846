/** The tree of variations: main line straight, variations below; only what is in view is drawn. */
import { computed } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { back, current, forward, game, goTo, moveNumber, moveOf, nameOf, revision } from '../state/game';
import { quality } from '../state/quality';
import type { GameNode } from '../state/sgf';

const STEP = 24;
const PAD = 14;

interface Placed {
  node: GameNode;
  col: number;
  row: number;
}
interface Layout {
  placed: Placed[];
  of: Map<number, Placed>;
  columns: number;
  rows: number;
}

/** Each line gets the first row that is free over all its columns. */
export function layoutTree(root: GameNode): Layout {
  const placed: Placed[] = [];
  const of = new Map<number, Placed>();
  const used: number[] = [];
  let columns = 0;
  let rows = 0;
  const starts: { node: GameNode; col: number }[] = [{ node: root, col: 0 }];
  while (starts.length) {
    const { node: start, col } = starts.pop()!;
    const nodes: GameNode[] = [];
    for (let n: GameNode | undefined = start; n; n = n.children[0]) nodes.push(n);
    const parentRow = start.parent ? of.get(start.parent.id)!.row : -1;
    let row = parentRow + 1;
    for (let i = Math.max(0, col - 1); i < col + nodes.length; i++) row = Math.max(row, used[i] ?? 0);
    for (let i = Math.max(0, col - 1); i < col + nodes.length; i++) used[i] = row + 1;
    nodes.forEach((node, i) => {
      const p = { node, col: col + i, row };
      placed.push(p);
      of.set(node.id, p);
    });
    columns = Math.max(columns, col + nodes.length);
    rows = Math.max(rows, row + 1);
    // the last fork is laid out first: its variations lie nearest
    nodes.forEach((node, i) => {
      for (const child of node.children.slice(1).reverse()) starts.push({ node: child, col: col + i + 1 });
    });
  }
  return { placed, of, columns, rows };
}

const layout = computed(() => {
  void revision.value;
  return layoutTree(game.value.root);
});

export function TreeView() {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ x: 0, y: 0, w: 600, h: 200 });
  const { placed, of, columns, rows } = layout.value;
  const here = of.get(current.value.id);

  const measure = () => {
    const e = box.current;
    if (e) setView({ x: e.scrollLeft, y: e.scrollTop, w: e.clientWidth, h: e.clientHeight });
  };
  useEffect(() => {
    const e = box.current;
    if (!e || !here) return;
    const [x, y] = [PAD + here.col * STEP, PAD + here.row * STEP];
    if (x < e.scrollLeft + STEP * 2 || x > e.scrollLeft + e.clientWidth - STEP * 2) e.scrollLeft = x - e.clientWidth / 2;
    if (y < e.scrollTop + STEP || y > e.scrollTop + e.clientHeight - STEP) e.scrollTop = y - e.clientHeight / 2;
    measure();
  }, [here?.col, here?.row, columns, rows]);
  useEffect(() => {
    const e = box.current!;
    const observer = new ResizeObserver(measure);
    observer.observe(e);
    const wheel = (event: WheelEvent) => {
      if (event.shiftKey || event.ctrlKey) return;
      event.preventDefault();
      if (event.deltaY > 0) forward();
      else back();
    };
    e.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      e.removeEventListener('wheel', wheel);
    };
  }, []);

  const [c0, c1] = [Math.floor((view.x - PAD) / STEP) - 2, Math.ceil((view.x + view.w) / STEP) + 2];
  const [r0, r1] = [Math.floor((view.y - PAD) / STEP) - 2, Math.ceil((view.y + view.h) / STEP) + 2];
  const inView = placed.filter((p) => p.col >= c0 && p.col <= c1 && p.row >= r0 && p.row <= r1);
  // lines that cross the view from a parent further up or left
  const edges = inView.filter((p) => p.node.parent);
  const onPath = new Set<number>();
  for (let n: GameNode | null = current.value; n; n = n.parent) onPath.add(n.id);
  return (
    <div class="tree" style={{ height: `${Math.min(140, Math.max(58, PAD * 2 + rows * STEP + 12))}px` }} ref={box} onScroll={measure} tabIndex={0} role="group" aria-label={t('tree.label', { count: placed.length })}>
      <svg width={PAD * 2 + columns * STEP} height={PAD * 2 + rows * STEP} aria-hidden="true">
        {edges.map((p) => {
          const from = of.get(p.node.parent!.id)!;
          const [x0, y0, x1, y1] = [PAD + from.col * STEP, PAD + from.row * STEP, PAD + p.col * STEP, PAD + p.row * STEP];
          const d = from.row === p.row ? `M${x0} ${y0}H${x1}` : `M${x0} ${y0}V${y1 - STEP / 2}L${x0 + STEP / 2} ${y1}H${x1}`;
          return <path key={p.node.id} class={onPath.has(p.node.id) ? 'edge on' : 'edge'} d={d} />;
        })}
        {inView.map((p) => <TreeNode key={p.node.id} p={p} isCurrent={p.node === current.value} />)}
      </svg>
    </div>
  );
}

function TreeNode({ p, isCurrent }: { p: Placed; isCurrent: boolean }) {
  const { node } = p;
  const move = moveOf(node, game.value.size);
  const [x, y] = [PAD + p.col * STEP, PAD + p.row * STEP];
  const verdict = quality.value.get(node.id);
  const number = moveNumber(node);
  return (
    <g class={`node ${isCurrent ? 'here' : ''}`} onClick={() => goTo(node)} data-node={node.id}>
      <title>{move ? `${number} ${nameOf(move.point)}` : t('tree.start')}</title>
      {isCurrent && <circle class="halo" cx={x} cy={y} r="11.5" />}
      {move ? (
        <circle class={move.color} cx={x} cy={y} r="8.6" />
      ) : (
        <path class="setup" d={`M${x} ${y - 7}l7 7l-7 7l-7 -7z`} />
      )}
      {move && <text class={`on-${move.color}`} x={x} y={y + 2.7} font-size={number > 99 ? 6.6 : 7.8}>{number}</text>}
      {node.props.has('C') && <circle class="comment" cx={x + 7} cy={y + 7} r="2.6" />}
      {verdict && <path class={`verdict v-${verdict}`} d={verdict === 'good' ? `M${x} ${y - 13}l2.6 4.4h-5.2z` : `M${x - 2.6} ${y - 12.6}h5.2l-2.6 4.4z`} />}
    </g>
  );
}
