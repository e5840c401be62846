/** Reading on demand for the stone clicked, both players first, with the search tree to step through. */
import type { ColorName, ReadAnswer, ReadSide } from '../api/types';
import { t } from '../i18n';
import { boardAt } from '../state/boards';
import { current, game, other } from '../state/game';
import { alternate, hoverProps, light, points, preview, sequence } from '../state/highlight';
import { inspected } from '../state/inspect';
import { GOALS, asked, pickSecond, read, stopReading, type AskedReading } from '../state/reading';
import { goalPage } from '../terms';
import { gtp } from '../util/coords';
import { Needs, Section, Term, Th } from '../util/ui';
import { Sentence } from './Sentence';
import { TraceTree } from './TraceTree';

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
            {GOALS.map((g) => <button key={g} type="button" class="small" data-goal={g} onClick={() => (g === 'connect' ? pickSecond(target) : void read(g, [target]))}>{t(`goal.${g}`)}{g === 'connect' && ' …'}</button>)}
          </div>
        )}
        {a && !a.answer && <p class="quiet" role="status">{t('working')} <button type="button" class="small" onClick={stopReading}>{t('stop')}</button></p>}
        {a?.answer && <Answer a={a} answer={a.answer} />}
      </Needs>
    </Section>
  );
}

function Answer({ a, answer }: { a: AskedReading; answer: ReadAnswer }) {
  const first = answer.attacker;
  const rows: ['attack' | 'defend', ColorName, ReadSide][] = [['attack', first, answer.attack], ['defend', other(first), answer.defend]];
  const breakers = answer.breakers ?? [];
  const crosses = () => points(breakers).map((p) => ({ kind: 'cross' as const, p, tone: 'bad' as const }));
  return (
    <div class="read-answer">
      <p {...hoverProps(() => light(a.targets))}><b><Term page={goalPage(a.goal)}>{t(`goal.${a.goal}`)}</Term> {a.targets.join(', ')}</b> <small>{a.goal === 'ladder' ? t('read.ladder') : `${t('read.nodes', { count: answer.nodes })}, ${t(answer.complete ? 'read.proved' : 'read.limit')}`}</small></p>
      <table class="figures">
        <thead><tr><Th page="reading">{t('read.first')}</Th><Th page="reading">{t('read.result')}</Th><Th page="reading">{t('search.line')}</Th></tr></thead>
        <tbody>
          {rows.map(([side, color, line]) => (
            <tr key={side} tabIndex={0} {...hoverProps(() => sequence(alternate(color, line.pv)))} onClick={() => (preview.value = sequence(alternate(color, line.pv)))}>
              <th scope="row">{t(`side.${side}`)} <small>{t(`color.${color}`)}</small></th><td><Sentence text={line.text} /></td><td class="pv">{line.pv.slice(0, 10).join(' ')}{line.pv.length > 10 && ` … ${line.pv.length}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {answer.remark && <p class="remark"><Sentence text={answer.remark} /></p>}
      {breakers.length > 0 && <p tabIndex={0} class="breakers" {...hoverProps(crosses)} onClick={() => (preview.value = crosses())}><Term page="ladder">{t('read.breakers')}</Term> {breakers.join(' ')}</p>}
      {answer.trace && rows.map(([side, color]) => <TraceTree key={`${a.goal}${side}`} title={t(`side.${side}`)} root={answer.trace![side]} first={color} />)}
    </div>
  );
}
