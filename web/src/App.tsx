/** The page: the board on one side; on the other the answer to what was asked last, and the tabs of the mode. */
import { useEffect, useState } from 'preact/hooks';
import { online } from './api/client';
import { MainBoard } from './board/MainBoard';
import { Graph } from './board/Graph';
import { Header } from './Header';
import { t } from './i18n';
import { KeysDialog } from './KeysDialog';
import { typed } from './keyboard';
import { AnswerCard } from './answer/AnswerCard';
import { NavBar, PlayersBar } from './NavBar';
import { CollectionBox } from './panels/CommentBox';
import { TabArea } from './panels/Tabs';
import { pointChosen, pointPrompt } from './state/analysis';
import { boardAt } from './state/boards';
import { current } from './state/game';
import { openFile, openFiles, openText } from './state/files';
import { dismiss, notices } from './state/notices';
import { mode } from './state/settings';

export function App() {
  const [dropping, setDropping] = useState(false);
  useEffect(() => {
    const over = (e: DragEvent) => {
      e.preventDefault();
      setDropping(true);
    };
    const drop = (e: DragEvent) => {
      e.preventDefault();
      setDropping(false);
      if (e.dataTransfer?.files.length) void openFiles(e.dataTransfer.files);
      else {
        const text = e.dataTransfer?.getData('text');
        if (text) void openText(text);
      }
    };
    const paste = (e: ClipboardEvent) => {
      if ((e.target as Element).closest?.('input, textarea')) return;
      const file = e.clipboardData?.files[0];
      const text = e.clipboardData?.getData('text');
      if (file) void openFile(file);
      else if (text) void openText(text);
    };
    const leave = (e: DragEvent) => !e.relatedTarget && setDropping(false);
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    addEventListener('paste', paste);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
      removeEventListener('paste', paste);
    };
  }, []);
  const problem = boardAt(current.value)?.problem;
  return (
    <div class={`page mode-${mode.value} ${dropping ? 'dropping' : ''}`}>
      <Header />
      {!online.value && <div class="banner" role="alert">{t('offline')}</div>}
      <main>
        <section class="board-side" aria-label={t('board')}>
          <PlayersBar />
          <div class="board-box"><MainBoard />{typed.value && (typed.value.length > 1 || typed.value === '/') && <output class="typed">{typed.value}</output>}{pointChosen.value && <div class="prompt" role="status">{pointPrompt.value} <button type="button" class="small" onClick={() => (pointChosen.value = null)}>{t('cancel')} <kbd>Esc</kbd></button></div>}</div>
          {problem && <p class="problem" role="status">{problem}</p>}
          <div class="below"><NavBar />{mode.value !== 'play' && mode.value !== 'help' && <Graph />}</div>
        </section>
        <section class="panel-side" aria-label={t(`mode.${mode.value}`)}>
          {mode.value !== 'help' && <AnswerCard />}
          <CollectionBox />
          <TabArea />
        </section>
      </main>
      <div class="notices" role="status" aria-live="polite">
        {notices.value.map((n) => (
          <div key={n.id} class={`notice ${n.kind}`}>
            <span>{n.text}</span>
            {n.action && <button type="button" onClick={() => { n.action!.run(); dismiss(n.id); }}>{n.action.label}</button>}
            <button type="button" class="close" aria-label={t('close')} onClick={() => dismiss(n.id)}>×</button>
          </div>
        ))}
      </div>
      <KeysDialog />
    </div>
  );
}
