/** From answers of the engine to shapes on the board, one function per overlay, and the words of its legend. */
import type { GroupReport } from '../api/generated';
import type { Explained, Ranking } from '../api/types';
import { t, word } from '../i18n';
import { analysisOn, endgame, endgameReady, explained, fuseki, here, objects, predicted } from '../state/analysis';
import { shownBoard } from '../state/boards';
import { game } from '../state/game';
import { points } from '../state/highlight';
import type { OverlayId } from '../state/overlays';
import { liveRanking } from '../state/live';
import { ignored } from '../state/questions';
import { type Pt, fromGtp, xOf, yOf } from '../util/coords';
import type { Shape, Tone } from './shapes';

const pt = (name: string): Pt | null => fromGtp(name, game.value.size);
const shade = (i: number): Tone => (i % 8) as Tone;
const count = (x: unknown): number => (Array.isArray(x) ? x.length : typeof x === 'number' ? x : 0);

export const CLASS_TONE: Record<string, Tone> = { alive: 'good', stable: 0, weak: 1, 'very weak': 5, dead: 'bad' };
const STATUS_SIGN: Record<string, string> = { alive: '○', dead: '×', neutral: '△', capturable: '▽', unsettled: '△', seki: '◇', ko: '□' };
const LINK_STYLE: Record<string, { dash: 'none' | 'dashed' | 'dotted'; cut?: boolean; tone: Tone }> = {
  solid: { dash: 'none', tone: 'good' },
  'over-dead': { dash: 'none', tone: 'good' },
  connected: { dash: 'none', tone: 'good' },
  thin: { dash: 'dashed', tone: 1 },
  cuttable: { dash: 'dashed', cut: true, tone: 'bad' },
  peeped: { dash: 'dotted', tone: 5 },
  broken: { dash: 'dotted', cut: true, tone: 'bad' },
  cut: { dash: 'dotted', cut: true, tone: 'bad' },
};

/** A place on a group for its label: the stone nearest to its middle. */
function middle(stones: Pt[]): Pt | undefined {
  const { size } = game.value;
  const mx = stones.reduce((s, p) => s + xOf(p, size), 0) / stones.length;
  const my = stones.reduce((s, p) => s + yOf(p, size), 0) / stones.length;
  const distance = (p: Pt) => Math.abs(xOf(p, size) - mx) + Math.abs(yOf(p, size) - my);
  return [...stones].sort((a, b) => distance(a) - distance(b))[0];
}

/** Values by point, whichever way the answer writes them. */
export function byPoint(values: number[] | Record<string, number> | number[][] | undefined | null): [Pt, number][] {
  if (!values) return [];
  if (Array.isArray(values)) {
    // rows come from the top; a plain list from A1
    const flat = (Array.isArray(values[0]) ? [...(values as number[][])].reverse().flat() : values) as number[];
    return flat.map((v, p) => [p, v]);
  }
  return Object.entries(values).flatMap(([name, v]) => {
    const p = pt(name);
    return p === null ? [] : [[p, v] as [Pt, number]];
  });
}

type Draw = (e: Explained) => Shape[];

const strings: Draw = (e) =>
  e.strings.flatMap((s, i): Shape[] => {
    const stones = points(s.stones);
    const label = middle(stones);
    return [
      { kind: 'outline', points: stones, tone: shade(i), strong: s.key, dash: s.key ? 'none' : 'none' },
      ...(label === undefined ? [] : [{ kind: 'label', p: label, text: `${count(s.liberties)}${s.key ? '★' : ''}`, tone: shade(i), scale: 0.9 } satisfies Shape]),
    ];
  });

const links: Draw = (e) =>
  e.links.flatMap((l): Shape[] => {
    const from = pt(l.from);
    const to = pt(l.to);
    if (from === null) return [];
    const style = LINK_STYLE[l.state] ?? { dash: 'dashed' as const, tone: 'neutral' as Tone };
    return [{ kind: 'line', from, to: to ?? edgeBeside(from), ...style }];
  });

/** Where a link to the edge ends. */
function edgeBeside(p: Pt): { x: number; y: number } {
  const { w, h } = game.value.size;
  const [x, y] = [xOf(p, game.value.size), yOf(p, game.value.size)];
  const sides = [
    { d: x, to: { x: 0, y } },
    { d: y, to: { x, y: 0 } },
    { d: w - 1 - x, to: { x: w - 1, y } },
    { d: h - 1 - y, to: { x, y: h - 1 } },
  ].sort((a, b) => a.d - b.d);
  return sides[0]!.to;
}

const groups: Draw = (e) =>
  e.groups.flatMap((g): Shape[] => {
    const stones = points(g.stones);
    const label = middle(stones);
    const inside = new Set(g.stones);
    const bonds = e.links
      .filter((l) => inside.has(l.from) && inside.has(l.to))
      .map((l) => [pt(l.from), pt(l.to)] as [Pt, Pt]);
    const tone = CLASS_TONE[g.class] ?? 'neutral';
    return [
      { kind: 'halo', points: stones, links: bonds, tone },
      ...(label === undefined ? [] : [{ kind: 'label', p: label, text: `${g.id}${classSign(g.class)}`, tone, scale: 0.85 } satisfies Shape]),
    ];
  });

export const classSign = (name: string) => ({ alive: '○', stable: '●', weak: '△', 'very weak': '▽', dead: '×' })[name] ?? '';

const families: Draw = (e) =>
  e.families.flatMap((f): Shape[] => {
    const area = points(f.points);
    return [
      { kind: 'area', points: area, tone: f.color === 'black' ? 0 : 1, hatch: f.color === 'black' ? 'up' : 'down' },
      { kind: 'outline', points: area, tone: f.color === 'black' ? 0 : 1 },
    ];
  });

const potential: Draw = (e) => {
  const values = byPoint(e.potential);
  const most = Math.max(1, ...values.map(([, v]) => Math.abs(v)));
  const scale = Math.min(most, 100);
  return values.flatMap(([p, v]): Shape[] => (Math.abs(v) < scale * 0.02 ? [] : [{ kind: 'square', p, size: Math.sqrt(Math.min(1, Math.abs(v) / scale)), tone: v > 0 ? 'black' : 'white', under: true }]));
};

const strength: Draw = (e) =>
  e.groups.flatMap((g): Shape[] => {
    const label = middle(points(g.stones));
    const tone = CLASS_TONE[g.class] ?? 'neutral';
    return label === undefined ? [] : [{ kind: 'outline', points: points(g.stones), tone }, { kind: 'label', p: label, text: short(g.strength), tone, scale: 0.75 }];
  });

const short = (n: number | null | undefined) => (n === null || n === undefined ? '–' : Math.abs(n) >= 10 ? n.toFixed(0) : n.toFixed(1));

/** The moves by which an unsettled group lives and dies. */
const deciding = (g: GroupReport): Shape[] => {
  if (g.status !== 'unsettled' && g.status !== 'ko') return [];
  const at = (move: string | null | undefined, text: string, tone: Tone): Shape[] => (move ? points([move]).map((p) => ({ kind: 'label', p, text, tone, scale: 0.8 })) : []);
  return g.if_first.move === g.if_second.move ? at(g.if_first.move, '±', 1) : [...at(g.if_first.move, '+', 'good'), ...at(g.if_second.move, '−', 'bad')];
};

/** What becomes of a group; of its strings in danger where that is not known. */
const status: Draw = (e) => {
  const sign = (stones: string[], known: string, tone: Tone): Shape[] =>
    points(stones).map((p) => ({ kind: 'label', p, text: STATUS_SIGN[known] ?? '?', tone, scale: 0.8 }));
  const inDanger = (s: { status: string }) => s.status === 'capturable' || s.status === 'neutral' || s.status === 'dead';
  return e.groups.flatMap((g): Shape[] => {
    if (g.status !== 'open') return [...sign(g.stones, g.status, g.status === 'dead' ? 'bad' : g.status === 'alive' || g.status === 'seki' ? 'good' : 1), ...deciding(g)];
    return e.strings.filter((s) => g.strings.includes(s.id) && inDanger(s)).flatMap((s) => sign(s.stones, s.status, 1));
  });
};

const scores: Draw = (e) => (e.candidates ?? []).flatMap((c): Shape[] => {
  const p = pt(c.move);
  return p === null ? [] : [{ kind: 'label', p, text: short(c.value), tone: 'neutral', scale: 0.8 }];
});

const candidates: Draw = (e) =>
  (e.candidates ?? []).slice(0, 8).flatMap((c, i): Shape[] => {
    const p = pt(c.move);
    return p === null ? [] : [{ kind: 'label', p, text: String.fromCharCode(65 + i), sub: short(c.value), tone: i === 0 ? 'accent' : 'neutral' }];
  });

const dame: Draw = (e) =>
  e.groups.map((g, i): Shape => ({ kind: 'numbers', tone: shade(i), items: g.dame.flatMap((order, n) => points(order).map((p) => ({ p, text: String(n + 1) }))) }));

const blocking: Draw = (e) => {
  return points(new Set(e.links.flatMap((l) => l.blocking ?? []))).map((p) => ({ kind: 'cross', p, tone: 3 }));
};

/** Settled points as large squares, moyo as small ones that grow with the potential. */
const territory: Draw = (e) => {
  const settled = e.judgement.territory_points as { black: string[]; white: string[] } | undefined;
  const out: Shape[] = [];
  const taken = new Set<Pt>();
  const cells = shownBoard().cells;
  for (const color of ['black', 'white'] as const) {
    for (const p of points(settled?.[color] ?? [])) {
      taken.add(p);
      // a living stone needs no square, a dead one carries the other colour's
      if (cells[p] !== (color === 'black' ? 1 : 2)) out.push({ kind: 'square', p, size: cells[p] ? 0.5 : 0.8, tone: color });
    }
  }
  for (const [p, v] of byPoint(e.potential)) {
    if (!taken.has(p) && !cells[p] && Math.abs(v) >= 12) out.push({ kind: 'square', p, size: Math.min(0.4, Math.abs(v) / 200), tone: v > 0 ? 'black' : 'white', under: true });
  }
  return out;
};

const threats: Draw = (e) => {
  const out: Shape[] = (e.plan?.threats ?? []).flatMap((threat, i): Shape[] => {
    const p = pt(threat.move);
    return p === null ? [] : [{ kind: 'outline', points: points(threat.stones), tone: 'bad', dash: 'dashed' }, { kind: 'label', p, text: `!${i + 1}`, sub: short(threat.value), tone: 'bad' }];
  });
  const asked = ignored.value?.answer?.threat;
  const p = asked ? pt(asked.move) : null;
  if (asked && p !== null) out.push({ kind: 'label', p, text: '!', sub: short(asked.value), tone: 'bad' });
  return out;
};

const EXPLAINED: Partial<Record<OverlayId, Draw>> = { strings, links, groups, families, potential, strength, status, scores, threats, territory, candidates, dame, blocking };

export function overlayShapes(id: OverlayId): Shape[] {
  const draw = EXPLAINED[id];
  if (draw) {
    const data = objects();
    return data ? draw(data) : [];
  }
  if (id === 'predicted') {
    const moves = here(predicted)?.moves ?? [];
    const most = Math.max(1e-9, ...moves.map((m) => m.score));
    return moves.slice(0, 60).flatMap((m): Shape[] => {
      const p = pt(m.move);
      return p === null ? [] : [{ kind: 'heat', p, value: Math.max(0, m.score) / most, text: m.rank <= 9 ? String(m.rank) : undefined }];
    });
  }
  if (id === 'pon') {
    return (here(fuseki)?.groups ?? []).flatMap((g, i): Shape[] => {
      const stones = points(g.stones);
      const label = middle(stones);
      return label === undefined ? [] : [{ kind: 'outline', points: stones, tone: shade(i) }, { kind: 'label', p: label, text: short(g.pon), sub: `S ${short(g.S)}`, tone: shade(i) }];
    });
  }
  if (id === 'endgame') {
    return (here(endgame)?.regions ?? []).flatMap((r, i): Shape[] => {
      const area = points(r.points);
      const label = middle(area);
      return label === undefined ? [] : [{ kind: 'area', points: area, tone: shade(i) }, { kind: 'outline', points: area, tone: shade(i) }, { kind: 'label', p: label, text: r.label, sub: r.temperature === null ? '?' : `t ${r.temperature.slice(0, 5)}`, tone: shade(i) }];
    });
  }
  const ranking = liveRanking.value;
  if (!ranking) return [];
  if (id === 'search') {
    // the most visited ones: more numbers would hide the board
    return mostVisited(ranking).flatMap((m): Shape[] => {
      const p = pt(m.move);
      const share = m.visits / Math.max(1, ranking.visits);
      return p === null ? [] : [{ kind: 'label', p, text: String(m.rank), sub: `${(m.win_rate_black * 100).toFixed(0)}%`, tone: m.rank === 1 ? 'accent' : 'neutral', scale: 0.8 + Math.min(0.3, share) }];
    });
  }
  return byPoint(ranking.ownership).flatMap(([p, v]): Shape[] => (Math.abs(v) < 0.08 ? [] : [{ kind: 'square', p, size: Math.abs(v) * 0.9, tone: v > 0 ? 'black' : 'white' }]));
}

/** The moves a running search shows on the board. */
export const mostVisited = (r: Ranking) => [...r.moves].filter((m) => m.visits > 0).sort((a, b) => b.visits - a.visits).slice(0, 8);

/** Why a layer shows nothing. */
export function whyEmpty(id: OverlayId): string {
  if (!analysisOn.value) return t('analysis.off');
  if (id === 'search' || id === 'ownership') return t('empty.search');
  if (id === 'endgame' && !endgameReady()) return t('endgame.open');
  const waits = EXPLAINED[id] ? !objects() || (['candidates', 'scores', 'threats'].includes(id) && !here(explained)) : id === 'predicted' ? !here(predicted) : id === 'pon' ? !here(fuseki) : !here(endgame);
  if (waits) return t('working');
  return t(`empty.${id}` as 'empty.status');
}

/** Sign and meaning of everything an overlay draws: never colour alone. */
export function legend(id: OverlayId): [string, string][] {
  switch (id) {
    case 'strings': return [['3', t('legend.liberties')], ['★', t('legend.key')]];
    case 'links': return [['——', word('link', 'solid')], ['- - -', word('link', 'thin')], ['-✕-', word('link', 'cuttable')], ['· · ·', word('link', 'peeped')], ['·✕·', word('link', 'broken')]];
    case 'groups': case 'strength': return [['○', word('class', 'alive')], ['●', word('class', 'stable')], ['△', word('class', 'weak')], ['▽', word('class', 'very weak')], ['×', word('class', 'dead')]];
    case 'status': return [['○', word('status', 'alive')], ['△', word('status', 'unsettled')], ['◇', word('status', 'seki')], ['□', word('status', 'ko')], ['▽', word('status', 'capturable')], ['×', word('status', 'dead')], ['+', t('legend.lives')], ['−', t('legend.dies')], ['±', t('legend.either')]];
    case 'families': return [['╱', t('color.black')], ['╲', t('color.white')]];
    case 'potential': case 'territory': case 'ownership': return [['■', t('color.black')], ['□', t('color.white')], ['▪', t('legend.size')]];
    case 'candidates': return [['A', t('legend.best')], ['2.5', t('legend.points')]];
    case 'scores': return [['2.5', t('legend.points')]];
    case 'threats': return [['!', t('legend.threat')]];
    case 'dame': return [['1–4', t('legend.dame')]];
    case 'blocking': return [['✕', t('legend.blocking')]];
    case 'predicted': return [['1–9', t('legend.predicted')]];
    case 'pon': return [['S', t('legend.pon')]];
    case 'endgame': return [['t', t('legend.temperature')]];
    case 'search': return [['1', t('legend.rank')], ['%', t('legend.winrate')]];
  }
}
