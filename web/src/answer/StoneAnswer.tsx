/** A stone: what becomes of its group, who must move, and the lines that show it. */
import { t, word } from '../i18n';
import { objects, peeped } from '../state/analysis';
import { current, game, other } from '../state/game';
import { read, pickSecond } from '../state/reading';
import { askEyes, pickRace } from '../state/race';
import { openTab } from '../state/tabs';
import { mode } from '../state/settings';
import { lineOf } from '../state/variation';
import { type Pt, gtp } from '../util/coords';
import { Answer, type NamedLine } from './Shell';

export function StoneAnswer({ point }: { point: Pt }) {
  const e = objects();
  const name = gtp(point, game.value.size);
  if (!e) return <Answer id="stone-answer" title={name} working={peeped.loading.value} texts={peeped.error.value ? [peeped.error.value] : []} />;
  const group = e.groups.find((g) => g.stones.includes(name));
  const string = e.strings.find((s) => s.stones.includes(name));
  const lines: NamedLine[] = [];
  if (group) {
    const owner = group.color;
    const sides = [[group.if_first, owner], [group.if_second, other(owner)]] as const;
    for (const [turn, first] of sides) {
      const pv = turn.pv.length ? turn.pv : turn.move ? [turn.move] : [];
      if (pv.length) lines.push({ label: t('stone.first', { color: t(`color.${first}`), result: word('turn', turn.result) }), line: lineOf(current.value, first, pv) });
    }
  }
  const texts = [group?.reason.text, string && string.status !== 'open' ? string.reason.text : undefined, ...(group?.reason.because ?? []).map((r) => r.text)].filter((x): x is string => !!x);
  // the sentence that counts, then what it rests on: the rest unfolds
  return (
    <Answer id="stone-answer" title={<>{name} <small>{group && word('class', group.class)}</small></>} note={group && word('source', group.source)} texts={texts} lines={lines} buttons={
      <>
        <button type="button" class="small" data-goal="life" onClick={() => void read('life', [name])}>{t('goal.life')}</button>
        <button type="button" class="small" data-goal="capture" onClick={() => void read('capture', [name])}>{t('goal.capture')}</button>
        <button type="button" class="small" data-goal="ladder" onClick={() => void read('ladder', [name])}>{t('goal.ladder')}</button>
        <button type="button" class="small" data-goal="connect" onClick={() => pickSecond(name)}>{t('goal.connect')} …</button>
        <button type="button" class="small" data-ask="race" onClick={() => pickRace(name)}>{t('goal.race')} …</button>
        <button type="button" class="small" data-ask="eyes" onClick={() => void askEyes(name)}>{t('goal.eyes')}</button>
        {mode.value === 'analyse' && <button type="button" class="small" data-ask="attributes" onClick={() => openTab('stone')}>{t('stone.attributes')}</button>}
      </>
    } />
  );
}
