/** The game calculator: an expression, its canonical form and its thermograph. */
import { signal } from '@preact/signals';
import { call } from '../api/client';
import type { CgtAnswer } from '../api/types';
import { ThermographView } from '../board/Thermograph';
import { t, word } from '../i18n';
import { report } from '../state/notices';
import { Needs, Section, Term } from '../util/ui';

const cgt = signal<CgtAnswer | null>(null);
const expression = signal('{4|0} + {2|-1}');

export function CalculatorPanel() {
  const ask = (e: Event) => {
    e.preventDefault();
    call('cgt', { expressions: [expression.value] }).then((a) => (cgt.value = a), report);
  };
  const a = cgt.value;
  const row = (page: string, name: string, value: string) => <tr><th scope="row"><Term page={page}>{name}</Term></th><td>{value}</td></tr>;
  return (
    <Section title={t('cgt.title')} help="cgt" id="cgt">
      <Needs command="cgt">
        <form class="row" onSubmit={ask}><input class="grow" value={expression.value} aria-label={t('cgt.expression')} onInput={(e) => (expression.value = e.currentTarget.value)} /><button type="submit">=</button></form>
        {a && (
          <>
            <table class="figures"><tbody>
              {row('cgt', t('cgt.canonical'), a.canonical)}
              {row('thermograph', t('endgame.mean'), a.mean)}
              {row('thermograph', t('endgame.temperature'), a.temperature)}
              {row('cgt', t('cgt.stops'), `${a.left_stop} · ${a.right_stop}`)}
              {row('cgt', t('cgt.outcome'), word('outcome', a.outcome))}
            </tbody></table>
            <ThermographView walls={a.thermograph} label={a.canonical} />
          </>
        )}
      </Needs>
    </Section>
  );
}
