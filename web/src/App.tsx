/** The page: board on one side, the panel of the mode on the other, the tree below. */
import { useEffect, useState } from 'preact/hooks';
import { online } from './api/client';
import { MainBoard } from './board/MainBoard';
import { TreeView } from './board/TreeView';
import { Graph } from './board/Graph';
import { Header } from './Header';
import { t } from './i18n';
import { KeysDialog } from './KeysDialog';
import { typed } from './keyboard';
import { NavBar, PlayersBar } from './NavBar';
import { AnalysePanel } from './panels/Analyse';
import { CollectionBox, CommentBox } from './panels/CommentBox';
import { EditPanel } from './panels/Edit';
import { HelpPanel } from './panels/Help';
import { Legend } from './panels/OverlaysBar';
import { PlayPanel } from './panels/Play';
import { ReviewPanel } from './panels/Review';
import { pointChosen, pointPrompt } from './state/analysis';
import { boardAt } from './state/boards';
import { current } from './state/game';
import { openFile, openFiles, openText } from './state/files';
import { dismiss, notices } from './state/notices';
import { mode } from './state/settings';

const PANELS = { play: PlayPanel, analyse: AnalysePanel, edit: EditPanel, review: ReviewPanel, help: HelpPanel };

export function App() {
  const Panel = PANELS[mode.value];
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
          <div class="board-box"><MainBoard />{typed.value.length > 1 && <output class="typed">{typed.value}</output>}{pointChosen.value && <div class="prompt" role="status">{pointPrompt.value} <button type="button" class="small" onClick={() => (pointChosen.value = null)}>{t('cancel')} <kbd>Esc</kbd></button></div>}</div>
          {problem && <p class="problem" role="status">{problem}</p>}
          <Legend />
          <NavBar />
        </section>
        <section class="panel-side" aria-label={t(`mode.${mode.value}`)}>
          <div class="panel"><Panel /></div>
          {mode.value !== 'help' && (
            <div class="record">
              <CollectionBox />
              <CommentBox />
              <Graph />
              <TreeView />
            </div>
          )}
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
