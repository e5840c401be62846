/** The tabs of the mode; two of them side by side where there is room. */
import type { ComponentChildren } from 'preact';
import { t } from '../i18n';
import { INSTRUMENTS, TABS, openTab, openTabs, type TabId } from '../state/tabs';
import { mode } from '../state/settings';
import { CalculatorPanel } from './Calculator';
import { CandidatesPanel } from './Candidates';
import { GameInfo, PositionEditor } from './Edit';
import { EndgamePanel } from './Endgame';
import { GroupsPanel } from './Groups';
import { HelpPanel } from './Help';
import { PonPanel, PredictedPanel } from './Instruments';
import { JosekiEditor } from './JosekiEditor';
import { JudgementPanel } from './Judgement';
import { LayersPanel } from './Layers';
import { LibraryPanel } from './Library';
import { ParametersPanel } from './Parameters';
import { PlayPanel } from './Play';
import { PotentialEditor } from './PotentialEditor';
import { ProblemsPanel } from './Problems';
import { RacePanel } from './Race';
import { RecordPanel } from './Record';
import { MomentsPanel, StoryPanel } from './Review';
import { RuleEditor } from './RuleEditor';
import { SearchPanel } from './Search';
import { StonePanel } from './Stone';

const BODIES: Record<TabId, () => ComponentChildren> = {
  game: () => <PlayPanel />, record: () => <RecordPanel />, moments: () => <MomentsPanel />, story: () => <StoryPanel />,
  moves: () => <CandidatesPanel />, groups: () => <GroupsPanel />, layers: () => <LayersPanel />, judgement: () => <JudgementPanel />, stone: () => <StonePanel />,
  search: () => <SearchPanel />, race: () => <RacePanel />, endgame: () => <EndgamePanel />, pon: () => <PonPanel />, predicted: () => <PredictedPanel />, cgt: () => <CalculatorPanel />, parameters: () => <ParametersPanel />,
  position: () => <PositionEditor />, info: () => <GameInfo />, problems: () => <ProblemsPanel />, joseki: () => <JosekiEditor />, rules: () => <RuleEditor />, potential: () => <PotentialEditor />, games: () => <LibraryPanel />, help: () => <HelpPanel />,
};

export function TabArea() {
  return <div class="tab-area">{openTabs.value.map((id, place) => <Place key={place} id={id} place={place} />)}</div>;
}

function Place({ id, place }: { id: TabId; place: number }) {
  const all: readonly TabId[] = TABS[mode.value];
  const plain = all.filter((tab) => !INSTRUMENTS.includes(tab));
  const special = all.filter((tab) => INSTRUMENTS.includes(tab));
  const onKey = (e: KeyboardEvent) => {
    const by = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0;
    if (!by) return;
    e.preventDefault();
    e.stopPropagation();
    const next = plain[(plain.indexOf(id) + by + plain.length) % plain.length]!;
    openTab(next, place);
    (e.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-tab=${next}]`)?.focus();
  };
  return (
    <div class="place">
      {all.length > 1 && (
        <div class="tab-row">
          <div role="tablist" aria-label={t('tabs')} onKeyDown={onKey}>
            {plain.map((tab) => (
              <button key={tab} type="button" role="tab" id={`tab-${place}-${tab}`} data-tab={tab} data-place={place} aria-selected={tab === id} tabIndex={tab === id || (!plain.includes(id) && tab === plain[0]) ? 0 : -1} onMouseDown={(e) => e.preventDefault() /* a click must not take the arrow keys away from the record */} onClick={() => openTab(tab, place)}>{t(`tab.${tab}`)}</button>
            ))}
          </div>
          {special.length > 0 && (
            <select class={`tab-more ${special.includes(id) ? 'on' : ''}`} aria-label={t('tab.more')} value={special.includes(id) ? id : ''} onChange={(e) => e.currentTarget.value && openTab(e.currentTarget.value as TabId, place)}>
              <option value="">{t('tab.more')}</option>
              {special.map((tab) => <option key={tab} value={tab} selected={tab === id}>{t(`tab.${tab}`)}</option>)}
            </select>
          )}
        </div>
      )}
      <div class="panel" role={all.length > 1 ? 'tabpanel' : undefined} aria-label={t(`tab.${id}`)} data-panel={id} tabIndex={0} key={`${mode.value} ${id}`}>{BODIES[id]()}</div>
    </div>
  );
}
