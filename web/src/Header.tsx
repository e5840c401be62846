/** Name, modes, record menu, language and appearance. */
import { useRef } from 'preact/hooks';
import { engines } from './api/client';
import { t } from './i18n';
import * as languages from './i18n/languages';
import { copySgf, openFile, openText, pickFile, savePng, saveSgf, saveSvg } from './state/files';
import { loadHelp } from './state/help';
import { keepByHand } from './state/library';
import { judgeId, judgeName } from './state/reviewing';
import { boardTheme, coordinates, judge, lang, LANGUAGES, mode, numbers, showNext, theme, type Mode } from './state/settings';
import { Select } from './util/ui';
import { showKeys } from './keyboard';

const MODES: Mode[] = ['play', 'analyse', 'edit', 'review', 'library', 'help'];

export function Header() {
  const next = LANGUAGES[(LANGUAGES.indexOf(lang.value) + 1) % LANGUAGES.length] ?? 'en';
  return (
    <header class="top">
      <div class="brand"><BrandMark /><h1><span lang="ja">碁世代</span> <small>Gosedai</small></h1></div>
      <nav class="modes" aria-label={t('modes')}>
        {MODES.map((m) => (
          <button key={m} type="button" aria-current={mode.value === m ? 'page' : undefined} onClick={() => { if (m === 'help') loadHelp(); mode.value = m; }}>
            {t(`mode.${m}`)}
          </button>
        ))}
      </nav>
      <div class="top-tools">
        <JudgeChooser />
        <FileMenu />
        <ViewMenu />
        <button type="button" class="lang" aria-label={t('language')} onClick={() => (lang.value = next)}>
          <span lang={next}>{languages[next]['language.name']}</span>
        </button>
      </div>
    </header>
  );
}

/** Who judges, named at one place: reviews and searches go by it. */
function JudgeChooser() {
  const { players, external } = engines.value;
  const all: string[] = [...players.filter((p) => p === 'puct' || p === 'uct'), ...external.map((name) => `external:${name}`)];
  return (
    <label class="judge"><span>{t('judge.label')}</span>
      <select id="judge" aria-label={t('judge.label')} value={judgeId()} onChange={(e) => (judge.value = e.currentTarget.value)}>
        {all.map((id) => <option key={id} value={id} selected={id === judgeId()}>{judgeName(id)}</option>)}
      </select>
    </label>
  );
}

function BrandMark() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--wood-2)" /><path d="M0 16H32M16 0V32" stroke="#5d4421" stroke-width="1.2" />
      <circle cx="12" cy="13" r="8.2" fill="#1b1c20" /><circle cx="20.5" cy="20.5" r="8.2" fill="#fbfaf5" stroke="#b9b4a6" stroke-width=".6" />
    </svg>
  );
}

function Menu({ label, children, id }: { label: string; children: preact.ComponentChildren; id: string }) {
  const ref = useRef<HTMLDetailsElement>(null);
  return (
    <details class="menu" ref={ref} id={id}
      onKeyDown={(e) => { if (e.key === 'Escape' && ref.current) { ref.current.open = false; ref.current.querySelector('summary')?.focus(); e.stopPropagation(); } }}
      onFocusOut={(e) => { if (ref.current && e.relatedTarget && !ref.current.contains(e.relatedTarget as Node)) ref.current.open = false; }}>
      <summary>{label}</summary>
      <div class="menu-body" onClick={(e) => { if ((e.target as Element).closest('button') && ref.current) ref.current.open = false; }}>{children}</div>
    </details>
  );
}

function FileMenu() {
  const open = async () => {
    const file = await pickFile();
    if (file) await openFile(file);
  };
  const paste = async () => {
    try {
      await openText(await navigator.clipboard.readText());
    } catch {
      const text = prompt(t('file.pasteHere'));
      if (text) await openText(text);
    }
  };
  return (
    <Menu label={t('file.menu')} id="file-menu">
      <button type="button" onClick={open}>{t('file.open')}</button>
      <button type="button" onClick={paste}>{t('file.paste')}</button>
      <hr />
      <button type="button" onClick={() => void keepByHand()}>{t('library.keep')}</button>
      <button type="button" onClick={() => saveSgf()}>{t('file.save')}</button>
      <button type="button" onClick={() => saveSgf({ comments: false })}>{t('file.saveClean')}</button>
      <button type="button" onClick={() => saveSgf({ variations: false })}>{t('file.saveLine')}</button>
      <button type="button" onClick={copySgf}>{t('file.copy')}</button>
      <hr />
      <button type="button" onClick={() => savePng()}>{t('file.png')}</button>
      <button type="button" onClick={saveSvg}>{t('file.svg')}</button>
    </Menu>
  );
}

function ViewMenu() {
  return (
    <Menu label={t('view.menu')} id="view-menu">
      <Select label={t('view.theme')} value={theme.value} options={[['system', t('theme.system')], ['light', t('theme.light')], ['dark', t('theme.dark')]]} onChange={(v) => (theme.value = v)} />
      <Select label={t('view.board')} value={boardTheme.value} options={[['wood', t('board.wood')], ['flat', t('board.flat')], ['print', t('board.print')]]} onChange={(v) => (boardTheme.value = v)} />
      <Select label={t('view.coordinates')} value={coordinates.value} options={[['gtp', 'A1 · Q16'], ['numeric', '1-1 · 16-4'], ['japanese', '16-四'], ['none', t('none')]]} onChange={(v) => (coordinates.value = v)} />
      <Select label={t('view.numbers')} value={numbers.value} options={[[0, t('none')], [1, '1'], [2, '2'], [5, '5'], [10, '10'], [20, '20'], [50, '50'], [9999, t('all')]]} onChange={(v) => (numbers.value = v)} />
      <label class="check"><input type="checkbox" checked={showNext.value} onChange={(e) => (showNext.value = e.currentTarget.checked)} />{t('view.next')}</label>
      <button type="button" onClick={() => (showKeys.value = true)}>{t('keys.title')} <kbd>?</kbd></button>
    </Menu>
  );
}
