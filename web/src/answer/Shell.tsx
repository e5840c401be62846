/** The shape of every answer: a title, two or three sentences, its lines for the board, its questions; the rest unfolds. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import { Sentence } from '../panels/Sentence';
import { askNothing, question } from '../state/question';
import { type Line, isShown, lineHover, pinnedLine, showLine, stepLine, takeLine } from '../state/variation';

/** Letters of other scripts are about twice as wide as Latin ones. */
const width = (text: string) => [...text].reduce((n, c) => n + (c > '\u2fff' ? 2 : 1), 0);
const SENTENCES = /[^.!?。！？\n]+(?:\.\d+[^.!?。！？\n]*)*[.!?。！？]*[)\]"”」]*\s*/g;
/** What fits beside the board and under it without scrolling. */
const ROOM = 250;

/** The first sentences, and what is left for those who unfold. */
export function firstSentences(texts: string[], room = ROOM): [string[], string[]] {
  const all = texts.flatMap((text) => text.match(SENTENCES) ?? []).map((s) => s.trim()).filter(Boolean);
  let used = 0;
  let count = 0;
  while (count < all.length && (count === 0 || used + width(all[count]!) <= room)) used += width(all[count++]!);
  return [all.slice(0, count), all.slice(count)];
}

export interface NamedLine {
  label?: string;
  line: Line;
}

export interface AnswerProps {
  id?: string;
  title: ComponentChildren;
  /** Beside the title: a verdict, a source. */
  note?: ComponentChildren;
  texts?: string[];
  lines?: NamedLine[];
  buttons?: ComponentChildren;
  more?: ComponentChildren;
  children?: ComponentChildren;
  working?: boolean;
}

export function Answer({ id, title, note, texts = [], lines = [], buttons, more, children, working }: AnswerProps) {
  const [unfolded, setUnfolded] = useState(false);
  useEffect(() => setUnfolded(false), [texts.join()]);
  const [first, rest] = firstSentences(texts);
  const asked = question.value.kind !== 'move';
  return (
    <div class={`answer-body ${unfolded ? 'unfolded' : ''}`} id={id} role="status">
      <div class="answer-head">
        <h2>{title}</h2>{note && <span class="answer-note">{note}</span>}
        {asked && <button type="button" class="close" aria-label={t('answer.close')} title={t('answer.close')} onClick={askNothing}>×</button>}
      </div>
      {working && <p class="quiet">{t('working')}</p>}
      {first.length > 0 && <p class="answer-text">{first.map((s, i) => <span key={i}><Sentence text={s} /> </span>)}{rest.length > 0 && !unfolded && <span class="quiet">…</span>}</p>}
      {unfolded && rest.length > 0 && <p class="answer-text">{rest.map((s, i) => <span key={i}><Sentence text={s} /> </span>)}</p>}
      {children}
      {unfolded && more}
      {lines.map((l, i) => <LineRow key={i} {...l} />)}
      {(buttons || more || rest.length > 0) && (
        <div class="answer-buttons">
          {buttons}
          {(more || rest.length > 0) && <button type="button" class="small" aria-expanded={unfolded} data-ask="more" onClick={() => setUnfolded(!unfolded)}>{t(unfolded ? 'answer.less' : 'answer.more')} {unfolded ? '▴' : '▾'}</button>}
        </div>
      )}
    </div>
  );
}

/** A line: resting on it shows it, a click keeps it on the board, arrows step through it. */
function LineRow({ label, line }: NamedLine) {
  const on = isShown(line);
  const step = on ? pinnedLine.value!.step : line.moves.length;
  const far = line.moves.length > 12;
  return (
    <div class={`line-row ${on ? 'on' : ''}`}>
      <button type="button" class="small line-show" aria-pressed={on} title={t('line.show')} onClick={() => showLine(on ? null : line)} {...lineHover(() => (isShown(line) ? null : line))}>
        {label && <b>{label}</b>} <span class="moves">{line.moves.slice(0, 12).map((m, i) => <span key={i} class={on && i < step ? 'now' : ''}>{m.move} </span>)}{far && '…'}</span>
      </button>
      {on && (
        <span class="line-steps">
          <button type="button" class="small" aria-label={t('line.back')} title={t('line.back')} disabled={step === 0} onClick={() => stepLine(-1)}>◂</button>
          <output>{step}/{line.moves.length}</output>
          <button type="button" class="small" aria-label={t('line.on')} title={t('line.on')} disabled={step === line.moves.length} onClick={() => stepLine(1)}>▸</button>
          <button type="button" class="small" aria-label={t('line.take')} title={t('line.take')} onClick={takeLine}>⤵</button>
        </span>
      )}
    </div>
  );
}
