/** A search tree to step through: each node shows the line to it on the board. */
import { useMemo, useState } from 'preact/hooks';
import type { ColorName, TraceNode } from '../api/types';
import { t, word } from '../i18n';
import { preview, sequence } from '../state/highlight';

interface Item {
  node: TraceNode;
  path: { color: ColorName; move: string }[];
  parent: Item | null;
  children: Item[];
  depth: number;
}

const opponent = (c: ColorName): ColorName => (c === 'black' ? 'white' : 'black');

function build(root: TraceNode, first: ColorName): Item {
  const top: Item = { node: root, path: [], parent: null, children: [], depth: 0 };
  const todo: [Item, ColorName][] = [[top, first]];
  let made = 0;
  while (todo.length && made < 20_000) {
    const [item, color] = todo.pop()!;
    for (const child of item.node.children) {
      made++;
      const c = child.color ?? color;
      const next: Item = { node: child, parent: item, children: [], depth: item.depth + 1, path: child.move ? [...item.path, { color: c, move: child.move }] : item.path };
      item.children.push(next);
      todo.push([next, opponent(c)]);
    }
  }
  return top;
}

export function TraceTree({ title, root, first }: { title: string; root: TraceNode; first: ColorName }) {
  const top = useMemo(() => build(root, first), [root, first]);
  const [open, setOpen] = useState<Set<Item>>(new Set([top]));
  const [at, setAt] = useState<Item>(top);
  const go = (item: Item | null | undefined) => {
    if (!item) return;
    setAt(item);
    const chain = new Set(open);
    for (let i: Item | null = item; i; i = i.parent) chain.add(i);
    setOpen(chain);
    preview.value = sequence(item.path);
  };
  const brothers = at.parent?.children ?? [];
  const onKey = (e: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      ArrowRight: () => go(at.children[0]),
      ArrowLeft: () => go(at.parent),
      ArrowDown: () => go(brothers[brothers.indexOf(at) + 1] ?? at.children[0]),
      ArrowUp: () => go(brothers[brothers.indexOf(at) - 1] ?? at.parent),
    };
    if (!moves[e.key]) return;
    e.preventDefault();
    e.stopPropagation();
    moves[e.key]!();
  };
  const rows: Item[] = [];
  const walk = (item: Item) => {
    if (rows.length > 400) return;
    rows.push(item);
    if (open.has(item)) item.children.forEach(walk);
  };
  top.children.forEach(walk);
  return (
    <div class="trace">
      <h3>{title} <small>{t('trace.how')}</small></h3>
      <div class="row">
        <button type="button" class="small" onClick={() => go(at.parent)} disabled={!at.parent}>←</button>
        <button type="button" class="small" data-trace="next" onClick={() => go(at.children[0])} disabled={!at.children.length}>→</button>
        <button type="button" class="small" onClick={() => go(brothers[brothers.indexOf(at) - 1])} disabled={brothers.indexOf(at) <= 0}>↑</button>
        <button type="button" class="small" onClick={() => go(brothers[brothers.indexOf(at) + 1])} disabled={brothers.indexOf(at) >= brothers.length - 1}>↓</button>
        <output class="pv">{at.path.map((m) => m.move).join(' ')}</output>
      </div>
      <ul class="trace-list" role="tree" aria-label={title} tabIndex={0} onKeyDown={onKey}>
        {rows.map((item, i) => (
          <li key={i} role="treeitem" aria-level={item.depth} aria-expanded={item.children.length ? open.has(item) : undefined} aria-selected={item === at} style={{ paddingLeft: `${item.depth * 0.9}rem` }} onClick={() => (item === at && open.has(item) ? setOpen(new Set([...open].filter((x) => x !== item))) : go(item))}>
            <span class={`disc ${item.path[item.path.length - 1]?.color ?? ''}`} aria-hidden="true" /> <b>{item.node.move ?? '·'}</b> {word('result', item.node.result)} <small>{item.node.nodes ? ` ${item.node.nodes}` : ''}{item.children.length > 1 ? ` (${item.children.length})` : ''}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}
