/** A joseki tree to walk through: the heaviest moves first, opened step by step. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import { lang } from '../state/settings';
import { conditionsOf, moveOfNode, nameOfNode, weightOf } from '../state/joseki';
import type { GameNode } from '../state/sgf';

const MOST = 300;
const named = (node: GameNode) => {
  const parts = nameOfNode(node).split(' / ');
  return (lang.value === 'ja' ? parts[1] : parts[0]) ?? parts[0] ?? '';
};
const sorted = (node: GameNode) => [...node.children].sort((a, b) => weightOf(b) - weightOf(a));

export function JosekiTree({ tree, chosen, nameOf, onChoose }: { tree: GameNode; chosen: GameNode | null; nameOf: (place: string) => string; onChoose: (node: GameNode) => void }) {
  const [open, setOpen] = useState<Set<GameNode>>(new Set());
  useEffect(() => setOpen(new Set(tree.children)), [tree]);
  const rows: { node: GameNode; depth: number }[] = [];
  const walk = (node: GameNode, depth: number) => {
    for (const child of sorted(node)) {
      if (rows.length >= MOST) return;
      rows.push({ node: child, depth });
      if (open.has(child)) walk(child, depth + 1);
    }
  };
  walk(tree, 0);
  const at = rows.findIndex((r) => r.node === chosen);
  const set = (node: GameNode, on: boolean) => setOpen(new Set(on ? [...open, node] : [...open].filter((x) => x !== node)));
  const onKey = (e: KeyboardEvent) => {
    const row = rows[at];
    const moves: Record<string, () => void> = {
      ArrowDown: () => rows[at + 1] && onChoose(rows[at + 1]!.node),
      ArrowUp: () => rows[at - 1] && onChoose(rows[at - 1]!.node),
      ArrowRight: () => row && set(row.node, true),
      ArrowLeft: () => row && set(row.node, false),
    };
    if (!moves[e.key]) return;
    e.preventDefault();
    e.stopPropagation();
    moves[e.key]!();
  };
  return (
    <ul class="trace-list joseki-tree" role="tree" aria-label={t('joseki.tree')} tabIndex={0} onKeyDown={onKey}>
      {rows.map(({ node, depth }) => {
        const move = moveOfNode(node);
        return (
          <li key={node.id} role="treeitem" aria-level={depth + 1} aria-expanded={node.children.length ? open.has(node) : undefined} aria-selected={node === chosen} style={{ paddingLeft: `${0.3 + depth * 0.9}rem` }}
            onClick={() => { if (node === chosen || !open.has(node)) set(node, !open.has(node)); onChoose(node); }}>
            <span class="twist" aria-hidden="true">{node.children.length ? (open.has(node) ? '▾' : '▸') : ''}</span> <span class={`disc ${move?.key === 'B' ? 'black' : 'white'}`} aria-hidden="true" /> <b>{move && nameOf(move.place)}</b> {named(node)} <small>{weightOf(node)}{conditionsOf(node) && ` · ${conditionsOf(node)}`}</small>
          </li>
        );
      })}
    </ul>
  );
}
