/** Small parts used all over the page. */
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { has, type Command } from '../api/client';
import { t } from '../i18n';
import { openHelp } from '../state/help';

/** A part of a tab; `folded` ones are opened by a click. */
export function Section({ title, help, children, folded = false, id, actions }: { title: string; help?: string; children: ComponentChildren; folded?: boolean; id?: string; actions?: ComponentChildren }) {
  const tools = <div class="section-tools">{actions}{help && <HelpLink page={help} title={title} />}</div>;
  if (folded) return <details class="section" id={id}><summary><h2>{title}</h2></summary>{tools}<div class="section-body">{children}</div></details>;
  return <section class="section" id={id}><div class="section-head"><h2>{title}</h2></div>{tools}<div class="section-body">{children}</div></section>;
}

export function HelpLink({ page, title }: { page: string; title: string }) {
  return <button type="button" class="help-link" data-help={page} aria-label={t('help.about', { title })} title={t('help.about', { title })} onClick={() => openHelp(page)}>?</button>;
}

/** A term with its help page behind it. */
export function Term({ page, children }: { page: string; children: ComponentChildren }) {
  return <button type="button" class="term" data-help={page} onClick={(e) => { e.stopPropagation(); openHelp(page); }}>{children}</button>;
}

/** Head of a column; its name is a term. */
export function Th({ page, num, children }: { page: string; num?: boolean; children: ComponentChildren }) {
  return <th scope="col" class={num ? 'num' : undefined}><Term page={page}>{children}</Term></th>;
}

export function Field({ label, help, children }: { label: string; help?: string; children: (id: string) => ComponentChildren }) {
  const id = useId();
  return (
    <div class="field">
      <span class="label"><label for={id}>{label}</label>{help && <HelpLink page={help} title={label} />}</span>
      {children(id)}
    </div>
  );
}

export function Select<T extends string | number>({ label, help, value, options, onChange }: { label: string; help?: string; value: T; options: [T, string][]; onChange: (value: T) => void }) {
  return (
    <Field label={label} help={help}>
      {(id) => (
        <select id={id} value={String(value)} onChange={(e) => {
          const chosen = options.find(([v]) => String(v) === e.currentTarget.value);
          if (chosen) onChange(chosen[0]);
        }}>
          {options.map(([v, name]) => <option key={v} value={String(v)} selected={v === value}>{name}</option>)}
        </select>
      )}
    </Field>
  );
}

export function NumberField({ label, help, value, onChange, ...rest }: { label: string; help?: string; value: number; onChange: (n: number) => void } & Omit<JSX.IntrinsicElements['input'], 'onChange' | 'value' | 'label'>) {
  return (
    <Field label={label} help={help}>
      {(id) => <input id={id} type="number" value={value} {...rest} onInput={(e) => Number.isFinite(e.currentTarget.valueAsNumber) && onChange(e.currentTarget.valueAsNumber)} />}
    </Field>
  );
}

/** Shown in place of a panel whose command this build lacks. */
export function Needs({ command, children }: { command: Command; children: ComponentChildren }) {
  return has(command) ? <>{children}</> : <p class="quiet">{t('notInBuild', { command })}</p>;
}

export const signed = (n: number, digits = 1) => (n > 0 ? '+' : n < 0 ? '−' : '±') + Math.abs(n).toFixed(digits);

/** A margin for Black as players write it. */
export function margin(score: number, digits = 1): string {
  if (Math.abs(score) < 0.05) return t('score.even');
  return `${t(score > 0 ? 'score.B' : 'score.W')}+${Math.abs(score).toFixed(digits)}`;
}

export const percent = (x: number) => `${(x * 100).toFixed(1)}%`;

export function Progress({ done, total, message, since, share }: { done: number; total: number; message?: string; /** The figures mean nothing to a reader: told in percent. */ share?: boolean; /** When it began, by the page's clock: then the time left is told. */ since?: number }) {
  const elapsed = since === undefined ? 0 : (performance.now() - since) / 1000;
  // before that it would be a guess
  const left = elapsed >= 1 && done > 0 && done < total ? Math.round((elapsed * (total - done)) / done) : null;
  return (
    <div class="progress" role="status">
      <progress aria-label={message || t('progress')} {...(total > 0 ? { value: done, max: total } : {})} />
      <span>{message} {total > 0 ? (share ? `${Math.round((done / total) * 100)} %` : `${done}/${total}`) : done > 0 ? done : ''}{left !== null && ` · ${t('progress.left', { seconds: left })}`}</span>
    </div>
  );
}
