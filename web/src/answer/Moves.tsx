/** Answers about a candidate and about a layer of the board. */
import { legend, overlayShapes, whyEmpty } from '../board/overlays';
import { t, word } from '../i18n';
import { ReasonList } from '../panels/Candidates';
import { explained, here, hinted } from '../state/analysis';
import { current, game } from '../state/game';
import { boardAt } from '../state/boards';
import { OVERLAYS, toggleOverlay, type OverlayId } from '../state/overlays';
import { humanMove } from '../state/play';
import { askIgnored, startCompare } from '../state/questions';
import { lineOf } from '../state/variation';
import { fromGtp } from '../util/coords';
import { Term } from '../util/ui';
import { Answer } from './Shell';

const name = (r: { name?: string; intention: string }) => r.name || word('intention', r.intention);

export function CandidateAnswer({ move }: { move: string }) {
  const c = here(explained)?.candidates.find((x) => x.move === move);
  if (!c) return <Answer title={move} texts={[t('candidates.none')]} />;
  const toPlay = boardAt(current.value)?.toPlay ?? 'black';
  const line = c.reasons.find((r) => r.line?.length)?.line;
  const end = (text: string) => (/[.。]$/.test(text) ? text : `${text}${t('sentence.end')}`);
  const texts = [...c.reasons.map((r) => end(`${name(r)}: ${r.text}`)), ...(c.habit ? [end(c.habit.text)] : [])];
  return (
    <Answer id="candidate-answer" title={move} note={t('candidates.worth', { points: c.value.toFixed(1) })} texts={texts}
      lines={line ? [{ label: t('line.read'), line: lineOf(current.value, toPlay, line[0] === move ? line : [move, ...line]) }] : []}
      more={<ReasonList candidate={c} />} buttons={
        <>
          <button type="button" class="small" onClick={() => void humanMove(fromGtp(move, game.value.size))}>{t('candidates.try')}</button>
          <button type="button" class="small" data-ask="ignored" onClick={() => void askIgnored(move)}>{t('ignored.askThis', { move })}</button>
          <button type="button" class="small" data-ask="compare" onClick={() => startCompare(move)}>{t('why.thisNotThat', { move })}</button>
        </>
      } />
  );
}

/** Three moves to think about, in no order of merit: the choice stays with the player. */
export function HintAnswer() {
  const e = here(explained);
  if (!e) return <Answer id="hint" title={t('hint.title')} working={!explained.error.value} texts={explained.error.value ? [explained.error.value] : []} />;
  const three = hinted();
  return <Answer id="hint" title={t('hint.title')} note={t('judge.byEstimate')} texts={three.length ? three.map((c) => `${c.move}: ${c.reasons.map(name).filter((v, i, a) => a.indexOf(v) === i).slice(0, 2).join(', ') || (c.habit?.text ?? '')}${t('sentence.end')}`) : [t('candidates.none')]} />;
}

export function LayerAnswer({ id }: { id: OverlayId }) {
  const overlay = OVERLAYS.find((o) => o.id === id)!;
  const empty = overlayShapes(id).length === 0 ? whyEmpty(id) : '';
  return (
    <Answer id="layer-answer" title={<Term page={overlay.page}>{t(`overlay.${id}`)}</Term>} note={word('source', overlay.command)} texts={empty ? [empty] : []} buttons={<button type="button" class="small" onClick={() => toggleOverlay(id)}>{t('layers.off')}</button>}>
      <p class="legend" role="group" aria-label={t('legend')}>{legend(id).map(([sign, meaning]) => <span key={sign}><i>{sign}</i> {meaning}</span>)}</p>
    </Answer>
  );
}
