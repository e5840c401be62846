/** Analysis: overlays, judgement, candidates, inspector, reading and the special instruments. */
import { t } from '../i18n';
import { analysisOn } from '../state/analysis';
import { CalculatorPanel } from './Calculator';
import { CandidatesPanel } from './Candidates';
import { EndgamePanel } from './Endgame';
import { InspectorPanel } from './Inspector';
import { PonPanel, PredictedPanel } from './Instruments';
import { JudgementPanel } from './Judgement';
import { OverlaysBar } from './OverlaysBar';
import { ParametersPanel } from './Parameters';
import { RacePanel } from './Race';
import { ReadingPanel } from './Reading';
import { SearchPanel } from './Search';

export function AnalysePanel() {
  return (
    <>
      <div class="row panel-head">
        <button type="button" aria-pressed={analysisOn.value} onClick={() => (analysisOn.value = !analysisOn.value)}>{analysisOn.value ? t('analysis.on') : t('analysis.off')} <kbd>{t('key.space')}</kbd></button>
      </div>
      <OverlaysBar />
      <JudgementPanel />
      <CandidatesPanel />
      <InspectorPanel />
      <ReadingPanel />
      <SearchPanel />
      <ParametersPanel />
      <PonPanel />
      <EndgamePanel />
      <PredictedPanel />
      <RacePanel />
      <CalculatorPanel />
    </>
  );
}
