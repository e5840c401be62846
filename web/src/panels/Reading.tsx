/** Reading on demand for the stone clicked, both players first, with the search tree to step through. */
import { signal } from '@preact/signals';
import { job } from '../api/client';
import type { ReadAnswer, TraceNode } from '../api/types';
import { t, word } from '../i18n';
import { boardAt } from '../state/boards';
import { current, game, type Color, other } from '../state/game';
import { alternate, hoverProps, light, preview, sequence } from '../state/highlight';
import { inspected } from '../state/inspect';
import { linearSgf } from '../state/linear';
import { report } from '../state/notices';
import { gtp } from '../util/coords';
import { Needs, Section } from '../util/ui';
import { Sentence } from './Sentence';
import { TraceTree } from './TraceTree';

type Goal = 'ladder' | 'capture' | 'connect' | 'life' | 'eyes' | 'race';
export const GOALS: Goal[] = ['ladder', 'capture', 'life', 'connect'];

interface Asked {
  node: number;
  goal: Goal;
  targets: string[];
  answer: ReadAnswer | null;
}
const asked = signal<Asked | null>(null);
const second = signal('');
let abort: AbortController | null = null;

export async function read(goal: Goal, targets: string[]): Promise<void> {
  abort?.abort();
  const mine = (abort = new AbortController());
  const node = current.value;
  asked.value = { node: node.id, goal, targets, answer: null };
  preview.value = [];
  try {
    const answer = await job<ReadAnswer>('read', { ...linearSgf(node), goal, targets, trace: true }, { signal: mine.signal });
    if (abort === mine) asked.value = { node: node.id, goal, targets, answer };
    if (goal === 'ladder' && !answer.trace) {
      // the ladder itself is a straight line: its tree and full line come from the capture search of the same stone
      const search = await job<ReadAnswer>('read', { ...linearSgf(node), goal: 'capture', targets, trace: true, seconds: 30 }, { signal: mine.signal });
      const line = search.attack.result === answer.attack.result ? search.attack.pv : answer.attack.pv;
      if (abort === mine) asked.value = { node: node.id, goal, targets, answer: { ...answer, trace: search.trace, attack: { ...answer.attack, pv: line } } };
    }
  } catch (error) {
    if (abort === mine) asked.value = null;
    report(error);
  }
}

export function ReadingPanel() {
  const p = inspected.value;
  const target = p === null ? null : gtp(p, game.value.size);
  const a = asked.value?.node === current.value.id ? asked.value : null;
  const stone = p !== null && boardAt(current.value)?.cells[p];
  return (
    <Section title={t('read.title')} help="reading" id="reading">
      <Needs command="read">
        {!target || !stone ? <p class="quiet">{t('read.how')}</p> : (
          <div class="row">
            <b>{target}</b>
            {GOALS.filter((g) => g !== 'connect').map((g) => <button key={g} type="button" class="small" data-goal={g} onClick={() => void read(g, [target])}>{t(`goal.${g}`)}</button>)}
            <span class="row nowrap">
              <input size={4} maxLength={3} aria-label={t('read.second')} placeholder="D4" value={second.value} onInput={(e) => (second.value = e.currentTarget.value.toUpperCase())} />
              <button type="button" class="small" disabled={!second.value} onClick={() => void read('connect', [target, second.value])}>{t('goal.connect')}</button>
            </span>
          </div>
        )}
        {a && !a.answer && <p class="quiet" role="status">{t('working')} <button type="button" class="small" onClick={() => { abort?.abort(); asked.value = null; }}>{t('stop')}</button></p>}
        {a?.answer && <Answer a={a} answer={a.answer} />}
      </Needs>
    </Section>
  );
}

/** The side that attacks: the one that does not own the target. */
function attackerOf(targets: string[]): Color {
  const board = boardAt(current.value);
  const { size } = game.value;
  const p = Array.from({ length: size.w * size.h }, (_, i) => i).find((i) => gtp(i, size) === targets[0]);
  return p !== undefined && board?.cells[p] === 1 ? 'white' : 'black';
}

function Answer({ a, answer }: { a: Asked; answer: ReadAnswer }) {
  const attacker = attackerOf(a.targets);
  // the answer says who attacks; for a connection that is the side that cuts
  const first = (answer.attacker as Color | undefined) ?? attacker;
  const rows = [['attack', first, answer.attack], ['defend', other(first), answer.defend]] as const;
  return (
    <div class="read-answer">
      <p {...hoverProps(() => light(a.targets))}><b>{t(`goal.${a.goal}`)} {a.targets.join(', ')}</b>: {word('status', answer.status)} <small>{t('read.nodes', { count: answer.nodes })}{answer.complete ? `, ${t('read.proved')}` : `, ${t('read.limit')}`}</small></p>
      {typeof answer.text === 'string' && <p><Sentence text={answer.text} /></p>}
      <table class="figures">
        <thead><tr><th scope="col">{t('read.first')}</th><th scope="col">{t('read.result')}</th><th scope="col">{t('read.move')}</th><th scope="col">{t('search.line')}</th></tr></thead>
        <tbody>
          {rows.map(([side, color, line]) => (
            <tr key={side} {...hoverProps(() => sequence(alternate(color, line.pv ?? [])))} onClick={() => (preview.value = sequence(alternate(color, line.pv ?? [])))}>
              <th scope="row">{t(`side.${side}`)} <small>{t(`color.${color}`)}</small></th><td>{word('result', line.result)}</td><td>{line.move ?? '–'}</td><td class="pv">{(line.pv ?? []).slice(0, 10).join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Traces answer={answer} first={first} />
    </div>
  );
}

function Traces({ answer, first }: { answer: ReadAnswer; first: Color }) {
  const trace = answer.trace as Record<string, unknown> | TraceNode[] | null | undefined;
  const roots: { title: string; root: TraceNode; color: Color }[] = [];
  if (trace && !Array.isArray(trace) && ('attack' in trace || 'defend' in trace)) {
    for (const side of ['attack', 'defend'] as const) {
      const root = trace[side] as TraceNode | undefined;
      if (root) roots.push({ title: t(`side.${side}`), root, color: side === 'attack' ? first : other(first) });
    }
  } else if (Array.isArray(trace)) roots.push({ title: t('trace.title'), root: { children: trace }, color: first });
  else if (trace && typeof trace === 'object') roots.push({ title: t('trace.title'), root: trace as TraceNode, color: first });
  if (!roots.length) return null;
  return <>{roots.map((r) => <TraceTree key={r.title} title={r.title} root={r.root} first={r.color} />)}</>;
}
