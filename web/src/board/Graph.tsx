/** Score and win rate along the line: click or drag moves the board; marks for good moves and mistakes below. */
import { useRef } from 'preact/hooks';
import { t } from '../i18n';
import { current, line, moveNumber } from '../state/game';
import { judgeLine, judging, scoreHistory, stopJudging } from '../state/history';
import { mode } from '../state/settings';
import { quality } from '../state/quality';
import { Progress, margin, percent } from '../util/ui';

const W = 600;
const H = 96;

export function Graph() {
  const svg = useRef<SVGSVGElement>(null);
  const nodes = line.value;
  const values = nodes.map((n) => scoreHistory.value.get(n.id));
  const known = values.filter((v) => v !== undefined).length;
  const offer = known < nodes.length * 0.9 && nodes.length > 4 && mode.value !== 'play';
  const button = judging.value ? (
    <div class="row"><Progress done={judging.value.done} total={judging.value.total} message={t('graph.judging')} /><button type="button" class="small" onClick={stopJudging}>{t('stop')}</button></div>
  ) : offer ? <button type="button" class="small" onClick={() => void judgeLine()}>{t('graph.judge')}</button> : null;
  if (known < 2 || nodes.length < 3) return button;
  const most = Math.max(10, ...values.map((v) => Math.abs(v?.score ?? 0)));
  const x = (i: number) => (i / Math.max(1, nodes.length - 1)) * W;
  const yScore = (s: number) => H / 2 - (s / most) * (H / 2 - 6);
  const path = (f: (v: NonNullable<(typeof values)[number]>) => number | null) => {
    let d = '';
    let pen = false;
    values.forEach((v, i) => {
      const y = v ? f(v) : null;
      if (y === null || y === undefined) return;
      d += `${pen ? 'L' : 'M'}${x(i).toFixed(1)} ${y.toFixed(1)}`;
      pen = true;
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
  const scoreLine = path((q) => (q.score === null ? null : yScore(q.score)));
  return (
    <figure class="graph">
      <figcaption>
        <span class="key score-key">{t('graph.score')} {v?.score != null ? margin(v.score) : ''}</span>
        <span class="key rate-key">{t('winrate.black')} {v?.winRate != null ? percent(v.winRate) : ''}</span>
      </figcaption>
      <svg ref={svg} viewBox={`0 0 ${W} ${H + 12}`} preserveAspectRatio="none" role="slider" tabIndex={0} aria-label={t('graph.label')} aria-valuemin={0} aria-valuemax={nodes.length - 1} aria-valuenow={index} aria-valuetext={`${moveNumber(current.value)}${v?.score != null ? ` ${margin(v.score)}` : ''}`}
        onPointerDown={(e) => { e.currentTarget.setPointerCapture(e.pointerId); jump(e); }}
        onPointerMove={(e) => e.buttons && jump(e)}>
        <rect class="plot" width={W} height={H} />
        {scoreLine && <path class="score-area" d={`${scoreLine}L${x(values.findLastIndex((q) => q?.score != null))} ${H / 2}L${x(values.findIndex((q) => q?.score != null))} ${H / 2}Z`} />}
        <path class="zero" d={`M0 ${H / 2}H${W}`} />
        <path class="rate" d={path((q) => (q.winRate === null ? null : H - 3 - q.winRate * (H - 6)))} />
        <path class="score" d={scoreLine} />
        {nodes.map((n, i) => {
          const q = quality.value.get(n.id);
          return q && (q === 'good' ? <path key={n.id} class="v-good" d={`M${x(i)} ${H + 1}l4 9h-8z`} /> : <path key={n.id} class={`v-${q}`} d={`M${x(i) - 4} ${H + 1}h8l-4 9z`} />);
        })}
        <path class="now" d={`M${x(index)} 0V${H + 12}`} />
      </svg>
      {button}
    </figure>
  );
}
