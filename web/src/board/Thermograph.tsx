/** A thermograph: values to the left are Black's, temperature goes up, the mast on top. */
import type { Walls } from '../api/types';
import { t } from '../i18n';

/** "-7+1/2" and the like as a number. */
export function numeric(text: string | number | null | undefined): number {
  if (typeof text === 'number') return text;
  if (!text) return 0;
  let sum = 0;
  for (const [, sign, a, b] of text.matchAll(/([+-]?)\s*(\d+(?:\.\d+)?)(?:\/(\d+))?/g)) sum += (sign === '-' ? -1 : 1) * (Number(a) / Number(b ?? 1));
  return sum;
}

const brief = (n: number) => String(Number(n.toFixed(2)));

export function ThermographView({ walls, label }: { walls: Walls; label: string }) {
  const side = (list: [string, string][]) => list.map(([temp, v]) => [numeric(v), numeric(temp)] as const);
  const [left, right] = [side(walls.left), side(walls.right)];
  const all = [...left, ...right];
  if (!all.length) return null;
  const [low, high] = [Math.min(...all.map(([v]) => v)), Math.max(...all.map(([v]) => v))];
  const bottom = Math.min(0, ...all.map(([, k]) => k));
  const top = Math.max(...all.map(([, k]) => k), bottom + 0.5) * 1.25 + 0.35;
  const spread = Math.max(high - low, 1);
  const [W, H, PAD] = [280, 170, 30];
  // Black's values to the left, as in the literature
  const x = (v: number) => PAD + ((high + spread * 0.08 - v) / (spread * 1.16)) * (W - PAD * 1.4);
  const y = (k: number) => 10 + ((top - k) / (top - bottom)) * (H - 34);
  const path = (points: (readonly [number, number])[]) => points.map(([v, k], i) => `${i ? 'L' : 'M'}${x(v).toFixed(1)} ${y(k).toFixed(1)}`).join('');
  const lastOf = (points: (readonly [number, number])[]) => points[points.length - 1]!;
  const [leftTop, rightTop] = [lastOf(left), lastOf(right)];
  // walls that never meet (kos) go on side by side; else the mast stands where they meet
  const meet = Math.abs(leftTop[0] - rightTop[0]) < 1e-9;
  const foot = Math.max(leftTop[1], rightTop[1]);
  const up = [...left, [leftTop[0], meet ? foot : top] as const];
  const down = [...right, [rightTop[0], meet ? foot : top] as const];
  const step = spread > 20 ? 10 : spread > 8 ? 4 : spread > 3 ? 2 : spread > 1.5 ? 1 : 0.5;
  const ticks: number[] = [];
  for (let v = Math.ceil(low / step) * step; v <= high + 1e-9; v += step) ticks.push(v);
  const tStep = top > 8 ? 4 : top > 3 ? 1 : 0.5;
  const temps: number[] = [];
  for (let k = Math.ceil(bottom / tStep) * tStep; k < top; k += tStep) temps.push(k);
  return (
    <svg class="thermograph" viewBox={`0 0 ${W} ${H}`} role="img" aria-label={`${t('thermograph')}: ${label}`}>
      {temps.map((k) => <g key={`t${k}`}><path class="gridline" d={`M${PAD} ${y(k)}H${W - 6}`} /><text x={PAD - 5} y={y(k) + 3} text-anchor="end">{k}</text></g>)}
      {ticks.map((v) => <g key={`v${v}`}><path class="gridline" d={`M${x(v)} 8V${H - 24}`} /><text x={x(v)} y={H - 11} text-anchor="middle">{Number(v.toFixed(2))}</text></g>)}
      <path class="between" d={`${path(up)}${path([...down].reverse()).replace('M', 'L')}Z`} />
      <path class="wall left" d={path(up)} />
      <path class="wall right" d={path(down)} />
      {meet && (
        <>
          <path class="mast" d={path([[leftTop[0], foot], [leftTop[0], top]])} />
          <circle class="joint" cx={x(leftTop[0])} cy={y(foot)} r="2.6" />
          <text class="mast-text" x={Math.min(W - 60, x(leftTop[0]) + 6)} y={Math.max(16, y(foot) - 6)}>{brief(leftTop[0])}, t {brief(foot)}</text>
        </>
      )}
      <text class="axis" x={PAD} y={H - 1}>◀ {t('color.black')}</text>
      <text class="axis" x={W - 8} y={H - 1} text-anchor="end">{t('color.white')} ▶</text>
    </svg>
  );
}
