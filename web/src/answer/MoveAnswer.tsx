/** The move in view: what the review, the record, the machine or the judge says of it; on an empty board how to begin. */
import { has } from '../api/client';
import { t } from '../i18n';
import { evidenceShapes, hoverProps } from '../state/highlight';
import { analysisOn, explained, here, peeped } from '../state/analysis';
import { current, game, info, isSetup, moveNumber, moveOf, nameOf, revision } from '../state/game';
import { resultText } from '../NavBar';
import { gameOver, levelName, machineMoves, match, toPlay } from '../state/play';
import { reviewOpened } from '../state/reviewing';
import { ask } from '../state/question';
import { askIgnored, startCompare } from '../state/questions';
import { momentOf } from '../state/review';
import { mode } from '../state/settings';
import { Sentence } from '../panels/Sentence';
import { margin, percent } from '../util/ui';
import { FirstMinute } from './FirstMinute';
import { MomentAnswer } from './Moment';
import { Answer } from './Shell';

export function MoveAnswer() {
  void revision.value;
  const node = current.value;
  const { root } = game.value;
  const isEmpty = node === root && !root.children.length && !isSetup(root) && !root.props.has('C');
  if (isEmpty && !match.value && mode.value !== 'edit') return <FirstMinute />;
  const moment = momentOf(node);
  if (moment && mode.value !== 'edit' && mode.value !== 'play') return <MomentAnswer m={moment} node={node} />;
  const move = moveOf(node, game.value.size);
  const title = move ? <>{moveNumber(node)} · {t(`color.${move.color}`)} {move.point === null ? t('pass') : nameOf(move.point)}</> : t('tree.start');
  const comment = node.props.get('C')?.[0];
  const made = machineMoves.value.get(node.id);
  const texts = comment ? comment.split('\n') : [];
  const canAsk = has('explain') && move && node.parent;
  if (mode.value === 'play') {
    const note = made && <>{levelName(made.level)}{made.winRate !== null && ` · ${t('winrate.mover')} ${percent(made.winRate)}`}{made.score !== null && ` · ${margin(made.score)}`}</>;
    if (made) texts.push(...made.reasons);
    if (!texts.length) texts.push(t(move ? (match.value ? 'move.asked' : 'move.hint') : 'move.start'));
    const ended = !!move && gameOver.value;
    return <Answer id="move-answer" title={ended && info('RE') ? resultText(info('RE')) : title} note={note} texts={texts} buttons={<>
      {ended && has('review') && <button type="button" class="small primary" data-ask="review" onClick={() => { mode.value = 'review'; void reviewOpened(); }}>{t('review.run')}</button>}
      {match.value && !ended && match.value[toPlay()] === 'human' && has('explain') && <button type="button" class="small" data-ask="hint" onClick={() => ask({ kind: 'hint' })}>{t('hint.ask')}</button>}
      {canAsk && <button type="button" class="small" data-ask="why" onClick={() => ask({ kind: 'why' })}>{t('why.ask')}</button>}
    </>} />;
  }
  const e = here(explained);
  const brief = e?.brief ? [e.brief.standing, e.brief.matters, e.brief.proposal] : [];
  const analyses = mode.value === 'analyse';
  const error = explained.error.value;
  return (
    <Answer id="move-answer" title={title} texts={comment ? texts : analyses && !brief.length ? [error ?? (analysisOn.value ? '' : t('analysis.off'))] : mode.value === 'edit' ? [t('edit.how')] : !analyses ? [t('review.notYet')] : []}
      working={analyses && !brief.length && !comment && (explained.loading.value || peeped.loading.value)}
      more={comment && brief.length > 0 ? brief.map((r) => <p key={r.rule}><Sentence text={r.text} /></p>) : undefined}
      buttons={analyses && (
        <>
          <button type="button" class="small" data-ask="ignored-last" disabled={!move} onClick={() => void askIgnored()}>{t('ignored.ask')} <kbd>I</kbd></button>
          <button type="button" class="small" data-ask="compare" onClick={() => startCompare()}>{t('why.notThat')} <kbd>W</kbd></button>
          {canAsk && <button type="button" class="small" data-ask="why" onClick={() => ask({ kind: 'why' })}>{t('why.move', { move: nameOf(move.point) })}</button>}
        </>
      )}>
      {!comment && analyses && brief.length > 0 && <p class="answer-text brief">{brief.map((r) => <span key={r.rule} tabIndex={0} {...hoverProps(() => evidenceShapes(r))}><Sentence text={r.text} /> </span>)}</p>}
    </Answer>
  );
}
