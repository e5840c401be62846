/** The list of keys. */
import { useEffect, useRef } from 'preact/hooks';
import { type Key, t } from './i18n';
import { showKeys } from './keyboard';

const KEYS: [string, Key][] = [
  ['← →', 'keys.step'], ['← → Esc', 'keys.line'], ['Shift ← →, PgUp PgDn', 'keys.ten'], ['↑ ↓', 'keys.variation'], ['Home End', 'keys.ends'], ['B, Shift+B', 'keys.fork'],
  ['N, Shift+N', 'keys.mistake'], ['G, Shift+G', 'keys.good'], ['Space', 'keys.analyse'], ['Esc', 'keys.stop'], ['Enter', 'keys.engine'], ['P', 'keys.pass'],
  ['K', 'keys.coordinates'], ['T E R', 'keys.toggles'], ['1 – 9', 'keys.overlays'], ['I', 'keys.ignored'], ['W', 'keys.why'],
  ['Ctrl+C, Ctrl+V', 'keys.copy'], ['Ctrl+Z, Ctrl+Shift+Z', 'keys.undo'], ['/ q16 Enter', 'keys.type'], ['Tab → ↑ ↓ ← → Enter', 'keys.board'],
];

export function KeysDialog() {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (showKeys.value) ref.current?.showModal();
    else ref.current?.close();
  }, [showKeys.value]);
  return (
    <dialog ref={ref} class="keys" onClose={() => (showKeys.value = false)} aria-labelledby="keys-title">
      <h2 id="keys-title">{t('keys.title')}</h2>
      <table class="figures"><tbody>{KEYS.map(([k, d]) => <tr key={k}><th scope="row"><kbd>{k}</kbd></th><td>{t(d)}</td></tr>)}</tbody></table>
      <button type="button" onClick={() => (showKeys.value = false)}>{t('close')}</button>
    </dialog>
  );
}
