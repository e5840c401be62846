/** Edit: position, comments and marks. */
import { t } from '../i18n';
import { current, info, revision, setProp, game } from '../state/game';
import { beforeEdit, canRedo, canUndo, redoEdit, undoEdit } from '../state/edits';
import { tool, type Tool } from '../state/tools';
import { boardAt, replayAll } from '../state/boards';
import { report } from '../state/notices';
import { Section } from '../util/ui';

const TOOLS: [Tool, string][] = [['play', '◐'], ['black', '●'], ['white', '○'], ['erase', '⌫'], ['triangle', '△'], ['square', '□'], ['circle', '◯'], ['cross', '✕'], ['letter', 'A'], ['number', '1']];

export function PositionEditor() {
  void revision.value;
  const node = current.value;
  const turn = boardAt(node)?.toPlay ?? 'black';
  return (
    <Section title={t('edit.position')} help="workbench" id="position-editor">
      <div class="row tools" role="group" aria-label={t('edit.tools')}>
        {TOOLS.map(([id, sign]) => <button key={id} type="button" class="icon" aria-pressed={tool.value === id} aria-label={t(`tool.${id}`)} title={t(`tool.${id}`)} onClick={() => (tool.value = id)}>{id === 'black' || id === 'white' ? <span class={`disc ${id}`} /> : sign}</button>)}
      </div>
      <div class="row">
        <button type="button" onClick={() => { beforeEdit(); setProp(node, 'PL', [turn === 'black' ? 'W' : 'B']); replayAll().catch(report); }}>{t('edit.turn', { color: t(`color.${turn}`) })}</button>
        <button type="button" disabled={!canUndo()} onClick={undoEdit}>{t('edit.undo')}</button>
        <button type="button" disabled={!canRedo()} onClick={redoEdit}>{t('edit.redo')}</button>
        <button type="button" disabled={!node.parent} onClick={() => { beforeEdit(); const p = node.parent!; p.children.splice(p.children.indexOf(node), 1); current.value = p; setProp(p, '', null); }}>{t('edit.delete')}</button>
      </div>
      <label class="block">{t('edit.comment')}<textarea rows={4} value={node.props.get('C')?.[0] ?? ''} onInput={(e) => setProp(node, 'C', e.currentTarget.value ? [e.currentTarget.value] : null)} /></label>
    </Section>
  );
}

export function GameInfo() {
  const text = (key: string, label: string) => <label class="field"><span>{label}</span><input value={info(key)} onInput={(e) => setProp(game.value.root, key, e.currentTarget.value ? [e.currentTarget.value] : null)} /></label>;
  return (
    <Section title={t('edit.info')} help="records">
      <div class="form-grid">
        {text('PB', t('color.black'))}{text('BR', t('edit.rank'))}{text('PW', t('color.white'))}{text('WR', t('edit.rank'))}
        {text('KM', t('play.komi'))}{text('RU', t('play.rules'))}{text('DT', t('edit.date'))}{text('EV', t('edit.event'))}{text('RE', t('count.result'))}
      </div>
    </Section>
  );
}
