/** Score, win rate and temperature along the line, phases as bands; click or drag moves the board; good moves and mistakes are marked below. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { t, word } from '../i18n';
import { current, line, moveNumber } from '../state/game';
import { judgeLine, judging, scoreHistory, stopJudging } from '../state/history';
import { mode } from '../state/settings';
import { quality } from '../state/quality';
import type { Valued } from '../state/values';
import { Progress, Term, margin, percent } from '../util/ui';

const H = 52;
const STRIP = 12;

/** Runs of one phase: first and last index. */
function bands(values: (Valued | undefined)[]): { phase: string; from: number; to: number }[] {
  const out: { phase: string; from: number; to: number }[] = [];
  values.forEach((v, i) => {
    const last = out[out.length - 1];
    if (!v?.phase) return;
    if (last?.phase === v.phase) last.to = i;
    else out.push({ phase: v.phase, from: last ? last.to : i, to: i });
  });
  return out;
}

export function Graph() {
  const svg = useRef<SVGSVGElement>(null);
  const [W, setW] = useState(440);
  const nodes = line.value;
  const values = nodes.map((n) => scoreHistory.value.get(n.id));
  const known = values.filter((v) => v !== undefined).length;
  const shown = known >= 2 && nodes.length >= 3;
  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setW(Math.max(160, Math.round(element.clientWidth))));
    observer.observe(element);
    return () => observer.disconnect();
  }, [shown]);
  const offer = values.filter((v) => v?.temperature != null).length < nodes.length * 0.9 && nodes.length > 4 && mode.value === 'analyse';
  const button = judging.value ? (
    <div class="row judging"><Progress done={judging.value.done} total={judging.value.total} message={t('graph.judging')} /><button type="button" class="small" onClick={stopJudging}>{t('stop')}</button></div>
  ) : offer ? <div class="row"><button type="button" class="small" onClick={() => void judgeLine()}>{t('graph.judge')}</button></div> : null;
  if (!shown) return button && <div class="graph-offer">{button}</div>;
  const most = Math.max(10, ...values.map((v) => Math.abs(v?.score ?? 0)));
  const hottest = Math.max(10, ...values.map((v) => v?.temperature ?? 0)) * 1.25;
  const x = (i: number) => 1 + (i / Math.max(1, nodes.length - 1)) * (W - 2);
  const path = (f: (v: Valued) => number | null) => {
    // a line only between neighbours: what nobody has looked at is a gap, a single position is a dot
    let d = '';
    let pen = false;
    values.forEach((v, i) => {
      const y = v ? f(v) : null;
      if (y !== null) d += `${pen ? 'L' : 'M'}${x(i).toFixed(1)} ${y.toFixed(1)}${pen ? '' : 'h0'}`;
      pen = y !== null;
    });
    return d;
  };
  const index = nodes.indexOf(current.value);
  const jump = (e: PointerEvent) => {
    const box = svg.current!.getBoundingClientRect();
    const i = Math.round(((e.clientX - box.left) / box.width) * (nodes.length - 1));
    current.value = nodes[Math.min(nodes.length - 1, Math.max(0, i))]!;
  };
  const v = values[index];
  const scoreLine = path((q) => (q.score === null ? null : H / 2 - (q.score / most) * (H / 2 - 6)));
  const found = bands(values);
  return (
    <figure class="graph">
      <figcaption>
        <span class="key score-key"><Term page="judgement">{t('graph.score')}</Term> {v?.score != null ? margin(v.score) : ''}</span>
        {values.some((q) => q?.winRate != null) && <span class="key rate-key"><Term page="uct">{t('winrate.black')}</Term> {v?.winRate != null ? percent(v.winRate) : ''}</span>}
        {values.some((q) => q?.temperature != null) && <span class="key heat-key"><Term page="thermograph">{t('graph.temperature')}</Term> {v?.temperature != null ? v.temperature.toFixed(1) : ''}</span>}
        {button}
      </figcaption>
      <svg ref={svg} viewBox={`0 0 ${W} ${H + STRIP}`} role="slider" tabIndex={0} aria-label={t('graph.label')} aria-valuemin={0} aria-valuemax={nodes.length - 1} aria-valuenow={index} aria-valuetext={`${moveNumber(current.value)}${v?.score != null ? ` ${margin(v.score)}` : ''}${v?.phase ? ` ${word('phase', v.phase)}` : ''}`}
        onPointerDown={(e) => { e.currentTarget.setPointerCapture(e.pointerId); jump(e); }}
        onPointerMove={(e) => e.buttons && jump(e)}>
        <rect class="plot" width={W} height={H} />
        {found.map((b) => (
          <g key={b.from} class={`band phase-${b.phase}`} data-phase={b.phase}>
            <rect x={x(b.from)} width={Math.max(1, x(b.to) - x(b.from))} height={H} />
            {x(b.to) - x(b.from) > 54 && <text x={x(b.from) + 5} y={11}>{word('phase', b.phase)}</text>}
          </g>
        ))}
        {known === nodes.length && <path class="score-area" d={`${scoreLine}L${x(values.findLastIndex((q) => q?.score != null))} ${H / 2}L${x(values.findIndex((q) => q?.score != null))} ${H / 2}Z`} />}
        <path class="zero" d={`M0 ${H / 2}H${W}`} />
        <path class="heat" d={path((q) => (q.temperature == null ? null : H - 2 - (q.temperature / hottest) * (H - 8)))} />
        <path class="rate" d={path((q) => (q.winRate === null ? null : H - 3 - q.winRate * (H - 6)))} />
        <path class="score" d={scoreLine} />
        <text class="side" x={W - 3} y={H / 2 - 4} text-anchor="end">{t('color.black')} ▲</text>
        <text class="side" x={W - 3} y={H / 2 + 11} text-anchor="end">{t('color.white')} ▼</text>
        {nodes.map((n, i) => {
          const q = quality.value.get(n.id);
          const px = Math.min(W - 5, Math.max(5, x(i)));
          return q && (q === 'good' ? <path key={n.id} class="v-good" d={`M${px} ${H + 2}l4.5 9h-9z`} /> : <path key={n.id} class={`v-${q}`} d={`M${px - 4.5} ${H + 2}h9l-4.5 9z`} />);
        })}
        <path class="now" d={`M${x(index)} 0V${H + STRIP}`} />
      </svg>
    </figure>
  );
}
