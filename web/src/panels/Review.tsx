/** Review: the whole game in the background with progress, comments beside the board, export. */
import { signal } from '@preact/signals';
import { engines, writeFile } from '../api/client';
import type { GameReview } from '../api/generated';
import type { ReviewedMove } from '../api/types';
import { t, word } from '../i18n';
import { boardSvgText, download, openFile, pickFile, suggestedName } from '../state/files';
import { current, game, info, recordText } from '../state/game';
import { hoverProps, light } from '../state/highlight';
import { notify, report } from '../state/notices';
import { reasonTexts, review, startReview, verdictOf, writeIntoRecord } from '../state/review';
import { lang } from '../state/settings';
import { Needs, Progress, Section, Select, Th, margin } from '../util/ui';
import { Sentence } from './Sentence';
import { resultText } from '../NavBar';

type Depth = 'quick' | 'normal' | 'deep';
/** Playouts for each position, by player: the network sees more in one look. */
const PLAYOUTS: Record<string, Record<Depth, number>> = { puct: { quick: 16, normal: 64, deep: 300 }, uct: { quick: 100, normal: 500, deep: 2000 } };
const depth = signal<Depth>('normal');
const engine = signal('puct');
/** For whom; empty: by the ranks in the record. */
const reader = signal('');
const READERS = ['', '15k', '10k', '5k', '1d', '5d'];
const only = signal<'marked' | 'all'>('marked');

export function ReviewPanel() {
  const r = review.value;
  const players: string[] = engines.value.players.filter((p) => p === 'uct' || p === 'puct');
  const player = players.includes(engine.value) ? engine.value : (players[0] ?? 'uct');
  const running = r && r.progress !== undefined && !r.answer || r?.progress;
  return (
    <>
      <Section title={t('review.title')} help="review" id="review">
        <div class="row"><button type="button" onClick={async () => { const f = await pickFile(); if (f) await openFile(f); }}>{t('file.open')}</button><span class="quiet">{info('PB') || t('color.black')} – {info('PW') || t('color.white')} {info('RE') && resultText(info('RE'))}</span></div>
        <Needs command="review">
          <div class="row bottom">
            <Select label={t('search.engine')} value={player} options={(players.length ? players : ['uct']).map((p) => [p, t(`level.${p}` as 'level.uct')])} onChange={(v) => (engine.value = v)} />
            <Select label={t('review.depth')} value={depth.value} options={(['quick', 'normal', 'deep'] as const).map((d) => [d, t(`review.${d}`)])} onChange={(v) => (depth.value = v)} />
            <Select label={t('review.for')} value={reader.value} options={READERS.map((r) => [r, r || t('review.forRecord')])} onChange={(v) => (reader.value = v)} />
            {running ? <button type="button" onClick={() => r!.abort.abort()}>{t('stop')}</button> : <button type="button" class="primary" onClick={() => void startReview({ playouts: (PLAYOUTS[player] ?? PLAYOUTS.uct!)[depth.value], engine: player, reader: reader.value })}>{t('review.run')}</button>}
          </div>
          {running && <Progress done={r!.progress?.done ?? 0} total={r!.progress?.total ?? 0} message={r!.progress?.message} since={r!.since} />}
        </Needs>
      </Section>
      {r?.answer?.games[0] && <Summary game={r.answer.games[0]} />}
      {r?.answer && <Findings moves={r.answer.moves} />}
    </>
  );
}

/** The game in a few sentences, and what to learn from it. */
function Summary({ game: g }: { game: GameReview }) {
  const lessons = g.lessons.filter(Boolean);
  if (!g.summary && !lessons.length) return null;
  return (
    <Section title={t('review.summary')} help="review" id="summary">
      <p><Sentence text={g.summary} /></p>
      {lessons.length > 0 && <ul class="reasons">{lessons.map((x, i) => <li key={i} tabIndex={0}><Sentence text={x} /></li>)}</ul>}
      {g.caveat && <p class="quiet">{g.caveat}</p>}
    </Section>
  );
}

const SIGN = { good: '▲', mistake: '▼', blunder: '▼▼', doubtful: '▽' } as const;

function Findings({ moves }: { moves: ReviewedMove[] }) {
  const r = review.value!;
  const marked = moves.filter((m) => verdictOf(m) || m.turning);
  const shown = only.value === 'marked' ? marked : moves;
  const here = moves.find((m) => r.nodes[m.number - 1] === current.value);
  return (
    <Section title={t('review.findings', { good: marked.filter((m) => verdictOf(m) === 'good').length, bad: marked.filter((m) => m.mistake).length })} help="review" id="findings">
      {here && (
        <div class="answer" role="status">
          <p><b>{here.number}. {here.move}</b> {word('verdict', here.verdict)} {here.loss != null && <small>{t('review.loss', { loss: here.loss.toFixed(1) })}</small>}{here.search_rank != null && <small> · {t('review.ranks', { search: here.search_rank, predicted: here.predicted_rank ?? '–' })}</small>}</p>
          {reasonTexts(here).map((x, i) => <p key={i}><Sentence text={x} /></p>)}
          {here.mistake && !here.comment && !!here.line?.length && <p class="pv">{t('review.better')} <Sentence text={here.line.join(' ')} /></p>}
        </div>
      )}
      <div class="row">
        <label class="check"><input type="checkbox" checked={only.value === 'all'} onChange={(e) => (only.value = e.currentTarget.checked ? 'all' : 'marked')} />{t('review.all')}</label>
        <button type="button" class="small" onClick={() => { writeIntoRecord(); notify(t('review.written')); }}>{t('review.write')}</button>
        <button type="button" class="small" onClick={() => { if (!r.answer?.sgf) writeIntoRecord(); download(suggestedName('sgf'), r.answer?.sgf || recordText(), 'application/x-go-sgf'); }}>{t('review.sgf')}</button>
        <button type="button" class="small" onClick={() => void exportHtml(moves)}>{t('review.html')}</button>
        <button type="button" class="small" onClick={() => download(suggestedName('json'), JSON.stringify(r.answer, null, 1), 'application/json')}>JSON</button>
      </div>
      <div class="scroll tall" tabIndex={0} role="region" aria-label={t('review.verdict')}>
        <table class="figures">
          <thead><tr><th scope="col">#</th><Th page="review">{t('candidates.point')}</Th><Th page="review">{t('review.verdict')}</Th><Th page="review" num>{t('review.lossShort')}</Th><Th page="judgement" num>{t('graph.score')}</Th></tr></thead>
          <tbody>
            {shown.map((m) => {
              const v = verdictOf(m);
              return (
                <tr key={m.number} class={m === here ? 'best' : ''} {...hoverProps(() => light([m.move]))}>
                  <td>{m.number}</td>
                  <td><button type="button" class="point" onClick={() => { const n = r.nodes[m.number - 1]; if (n) current.value = n; }}>{m.move}</button></td>
                  <td>{v && <span class={`v-text ${v}`}>{SIGN[v]}</span>} {word('verdict', m.verdict)}{m.turning && <small title={t('review.turning')}> ⇄ {t('review.turning')}</small>}{m.decisive && <small> ★ {t('review.decisive')}</small>}</td>
                  <td class="num">{m.loss == null ? '–' : m.loss.toFixed(1)}</td><td class="num">{m.score_after == null ? '–' : margin(m.score_after)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

const escape = (s: string) => s.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);

/** A page of its own: marked moves with a board each, printable. */
async function exportHtml(moves: ReviewedMove[]): Promise<void> {
  const r = review.value!;
  if (r.answer?.html) return void download(suggestedName('html'), r.answer.html, 'text/html');
  const before = current.value;
  const parts: string[] = [];
  for (const m of moves.filter((x) => verdictOf(x)).slice(0, 60)) {
    const node = r.nodes[m.number - 1];
    if (!node) continue;
    current.value = node;
    await new Promise((done) => setTimeout(done, 40));
    parts.push(`<section><h2>${m.number}. ${escape(m.move)} – ${escape(word('verdict', m.verdict))}</h2>${boardSvgText()}${reasonTexts(m).map((x) => `<p>${escape(x)}</p>`).join('')}</section>`);
  }
  current.value = before;
  const title = `${info('PB')} – ${info('PW')} ${info('DT')}`;
  const html = `<!doctype html><html lang="${lang.value}"><meta charset="utf-8"><title>${escape(title)}</title><style>body{font:16px/1.5 serif;max-width:44rem;margin:2rem auto;padding:0 1rem}svg{width:22rem;max-width:100%;height:auto}section{break-inside:avoid}</style><h1>${escape(title)}</h1>${parts.join('')}</html>`;
  const name = suggestedName('html');
  download(name, html, 'text/html');
  await writeFile('reviews', name.replace(/[^\p{L}\p{N}._-]/gu, '-'), html).catch(report);
  void game.value;
}
