/** Starts the page. */
import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './App';
import { discover, setRequestLanguage } from './api/client';
import { t } from './i18n';
import { listenToKeys } from './keyboard';
import { reportFaults } from './state/knowledge';
import { keepSnapshots, recover } from './state/autosave';
import { followBoards } from './state/boards';
import { startAnalyses } from './state/analysis';
import { current, emptyGame, game, openGame } from './state/game';
import { highlight, preview } from './state/highlight';
import { followLibrary } from './state/library';
import { followLive } from './state/live';
import { notify, report } from './state/notices';
import { followPlay } from './state/play';
import { followQuestions } from './state/questions';
import { followQuestion } from './state/question';
import { followReading } from './state/reading';
import { followReview } from './state/review';
import { keepSettings, lang } from './state/settings';
import { followLines } from './state/variation';

keepSettings();
effect(() => {
  setRequestLanguage(lang.value);
});
effect(() => {
  // lines shown belong to the position they were shown at
  void current.value;
  void game.value;
  preview.value = [];
  highlight.value = [];
});
render(<App />, document.getElementById('app')!);
listenToKeys();
const restored = await recover();
discover().then(reportFaults).catch(report);
followBoards(report);
followPlay();
followLive();
followQuestions();
followReading();
followQuestion();
followLines(report);
followReview();
followLibrary();
startAnalyses();
keepSnapshots();
if (restored) notify(t('restored'), 'info', { label: t('restored.new'), run: () => openGame(emptyGame().root) });
document.documentElement.dataset.ready = 'yes';
