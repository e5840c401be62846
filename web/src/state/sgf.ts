/** SGF text to a tree and back. Unknown properties and their order survive; nothing is recursive, records may be long. */

export interface GameNode {
  id: number;
  parent: GameNode | null;
  children: GameNode[];
  /** In the order of the file. */
  props: Map<string, string[]>;
}

let nextId = 1;

export function newNode(parent: GameNode | null, props: Iterable<[string, string[]]> = []): GameNode {
  const node: GameNode = { id: nextId++, parent, children: [], props: new Map(props) };
  if (parent) parent.children.push(node);
  return node;
}

export class SgfError extends Error {
  constructor(public readonly kind: 'empty' | 'no-tree' | 'open-value' | 'value-outside', public readonly line: number) {
    super(kind);
  }
}

/** Reads the games of a collection. What is broken after the first readable game is reported, not thrown away silently. */
export function parseSgf(text: string): { games: GameNode[]; warnings: { kind: string; line: number }[] } {
  const games: GameNode[] = [];
  const warnings: { kind: string; line: number }[] = [];
  const lineAt = (i: number) => text.slice(0, i).split('\n').length;
  if (!text.trim()) throw new SgfError('empty', 1);
  let i = text.indexOf('(');
  while (i >= 0 && !/^\(\s*(;|\()/.test(text.slice(i, i + 64))) i = text.indexOf('(', i + 1);
  if (i < 0) throw new SgfError('no-tree', 1);
  const stack: (GameNode | null)[] = [];
  let node: GameNode | null = null;
  let key = '';
  let values: string[] | null = null;
  for (; i < text.length; i++) {
    const c = text[i]!;
    if (c === '(') {
      stack.push(node);
      values = null;
    } else if (c === ')') {
      if (stack.length === 0) warnings.push({ kind: 'extra-paren', line: lineAt(i) });
      else node = stack.pop() ?? null;
      values = null;
    } else if (c === ';') {
      if (stack.length === 0) continue;
      node = newNode(node);
      if (!node.parent) games.push(node);
      values = null;
    } else if (c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z') {
      let j = i;
      while (j < text.length && /[A-Za-z]/.test(text[j]!)) j++;
      key = text.slice(i, j).replace(/[a-z]/g, '');
      values = null;
      i = j - 1;
    } else if (c === '[') {
      let j = i + 1;
      let value = '';
      let from = j;
      for (; j < text.length && text[j] !== ']'; j++) {
        if (text[j] === '\\') {
          value += text.slice(from, j);
          j++;
          // an escaped line break is none
          if (text[j] === '\r' && text[j + 1] === '\n') j++;
          from = text[j] === '\n' || text[j] === '\r' ? j + 1 : j;
        }
      }
      if (j >= text.length) {
        // nothing whole has been read yet: better to refuse than to show an empty board
        if (!node || (games[0] === node && node.props.size === 0)) throw new SgfError('open-value', lineAt(i));
        warnings.push({ kind: 'open-value', line: lineAt(i) });
        break;
      }
      value += text.slice(from, j);
      i = j;
      if (!node || !key) {
        warnings.push({ kind: 'value-outside', line: lineAt(i) });
        continue;
      }
      if (!values) {
        values = node.props.get(key) ?? [];
        node.props.set(key, values);
      }
      values.push(value);
    }
  }
  if (!games.length) throw new SgfError('no-tree', 1);
  if (stack.length) warnings.push({ kind: 'unclosed', line: lineAt(text.length) });
  return { games, warnings };
}

const escapeValue = (value: string) => value.replace(/[\\\]]/g, '\\$&');

function nodeText(node: GameNode, keep: (key: string) => boolean): string {
  let text = ';';
  for (const [key, values] of node.props) {
    if (keep(key)) text += key + values.map((v) => `[${escapeValue(v)}]`).join('');
  }
  return text;
}

export interface WriteOptions {
  comments?: boolean;
  variations?: boolean;
}

const COMMENT_KEYS = new Set(['C', 'N', 'GB', 'GW', 'DM', 'UC', 'HO', 'TE', 'BM', 'DO', 'IT', 'LB', 'TR', 'SQ', 'CR', 'MA', 'SL', 'AR', 'LN', 'DD', 'V']);

export function writeSgf(root: GameNode, options: WriteOptions = {}): string {
  const { comments = true, variations = true } = options;
  const keep = (key: string) => comments || !COMMENT_KEYS.has(key);
  const out: string[] = [];
  type Step = GameNode | ')' | '(';
  const steps: Step[] = [')', root, '('];
  while (steps.length) {
    const step = steps.pop()!;
    if (typeof step === 'string') {
      out.push(step);
      continue;
    }
    out.push(nodeText(step, keep));
    if (out.length % 12 === 0) out.push('\n');
    const children = variations ? step.children : step.children.slice(0, 1);
    if (children.length === 1) steps.push(children[0]!);
    else for (const child of [...children].reverse()) steps.push(')', child, '(');
  }
  return out.join('') + '\n';
}
