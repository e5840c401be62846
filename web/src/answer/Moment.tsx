/** A move that was reviewed: the verdict, the comment, the better line, and the three questions. */
import type { ReviewedMove } from '../api/types';
import { t, word } from '../i18n';
import { current } from '../state/game';
import { compare } from '../state/questions';
import { ask } from '../state/question';
import { betterLine, momentOf, reasonTexts, SIGN, verdictOf } from '../state/review';
import { lineOf } from '../state/variation';
import type { GameNode } from '../state/sgf';
import { Answer, type NamedLine } from './Shell';

const titleOf = (m: ReviewedMove) => <>{m.number} · {t(`color.${m.color}`)} {m.move}</>;

function Questions({ m, part }: { m: ReviewedMove; part?: 'ignored' | 'instead' | 'simple' }) {
  const c = m.comment;
  const button = (id: 'ignored' | 'instead' | 'simple', text: string) => <button type="button" class="small" data-ask={id} aria-pressed={part === id} onClick={() => ask(part === id ? { kind: 'move' } : { kind: 'moment', part: id })}>{text}</button>;
  const other = c?.instead?.move ?? (m.best !== m.move ? m.best : null);
  return (
    <>
      {c?.if_ignored && button('ignored', t('moment.ignored'))}
      {c?.instead ? button('instead', t('moment.instead', { move: other! })) : other && m.mistake && m.confirmed && <button type="button" class="small" data-ask="compare" onClick={() => void compare(m.move, other, current.value.parent!)}>{t('moment.instead', { move: other })}</button>}
      {c?.simple && button('simple', t('moment.simple'))}
    </>
  );
}

/** What the review says of the move in view. */
export function MomentAnswer({ m, node }: { m: ReviewedMove; node: GameNode }) {
  const v = verdictOf(m);
  const better = betterLine(m, node);
  const texts = reasonTexts(m);
  const lines: NamedLine[] = better ? [{ label: t(m.mistake && v ? 'review.better' : 'review.line'), line: better }] : [];
  return (
    <Answer id="moment" title={titleOf(m)} note={<>{v && <span class={`v-text ${v}`}>{SIGN[v]}</span>} {(v || m.confirmed) && word('verdict', m.verdict)}{v && m.mistake && m.loss >= 0.5 && ` · ${t('review.loss', { loss: m.loss.toFixed(1) })}`}</>}
      texts={texts.length ? texts : [t(m.mistake && v ? 'moment.noReason' : 'moment.nothing')]} lines={lines} buttons={<Questions m={m} />}
      more={<Terms m={m} />} />
  );
}

/** Words the reader may not know, and where the move stands. */
function Terms({ m }: { m: ReviewedMove }) {
  return (
    <>
      <p class="quiet">{t('review.ranks', { search: m.search_rank, predicted: m.predicted_rank })}</p>
      {(m.comment?.terms ?? []).map((x) => <p key={x.word}><b>{x.word}</b> {x.text}</p>)}
    </>
  );
}

/** One of the three questions on the move in view. */
export function MomentPart({ part }: { part: 'ignored' | 'instead' | 'simple' }) {
  const node = current.value;
  const m = momentOf(node);
  const c = m?.comment;
  if (!m || !c) return <Answer title={t('moment.nothing')} />;
  const lines: NamedLine[] = [];
  let text = '';
  if (part === 'ignored' && c.if_ignored) {
    text = c.if_ignored.text;
    const line = c.if_ignored.line.length ? c.if_ignored.line : c.if_ignored.move ? [c.if_ignored.move] : [];
    if (line.length) lines.push({ label: t('line.threat'), line: lineOf(node, m.color, line) });
  } else if (part === 'instead' && c.instead) {
    text = c.instead.text;
    const better = betterLine(m, node);
    if (better) lines.push({ label: c.instead.move, line: better });
    if (c.instead.played_line.length && node.parent) lines.push({ label: t('line.played'), line: lineOf(node.parent, m.color, c.instead.played_line) });
  } else if (part === 'simple' && c.simple) {
    text = c.simple.text;
    if (node.parent) lines.push({ label: t('line.simple'), line: lineOf(node.parent, m.color, [c.simple.move]) });
  }
  return <Answer id="moment-part" title={titleOf(m)} texts={[text]} lines={lines} buttons={<Questions m={m} part={part} />} />;
}
