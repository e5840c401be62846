/** The inspector: every attribute of the string, group and family at the point clicked. */
import type { Evidence, Explained } from '../api/types';
import { t, word } from '../i18n';
import { objects } from '../state/analysis';
import { game } from '../state/game';
import { hoverProps, light, points } from '../state/highlight';
import { inspected } from '../state/inspect';
import { gtp } from '../util/coords';
import { attributePage } from '../terms';
import { Section, Term } from '../util/ui';
import { byPoint } from '../board/overlays';
import { ReasonTree } from './Judgement';
import { read, type Goal } from '../state/reading';
import { Sentence } from './Sentence';

export function InspectorPanel() {
  const e = objects();
  const p = inspected.value;
  const name = p === null ? null : gtp(p, game.value.size);
  return (
    <Section title={name ? t('inspector.of', { point: name }) : t('inspector.title')} help="recognition" id="inspector">
      {!name || !e ? <p class="quiet">{t('inspector.how')}</p> : <Details e={e} name={name} />}
    </Section>
  );
}

function Details({ e, name }: { e: Explained; name: string }) {
  const string = e.strings.find((s) => s.stones.includes(name));
  const group = e.groups.find((g) => g.stones.includes(name));
  const family = e.families.find((f) => f.points.includes(name) && (!group || f.color === group.color));
  const links = e.links.filter((l) => l.from === name || l.to === name);
  const p = points([name])[0];
  const potential = byPoint(e.potential).find(([q]) => q === p)?.[1];
  return (
    <>
      {potential !== undefined && <dl class="attributes"><Row name="potential" value={potential} /></dl>}
      {string && <Thing title={t('object.string')} page="strings" of={string} outline={string.stones} goals={['ladder', 'capture']} name={name} />}
      {group && <Thing title={`${t('object.group')} ${group.id}`} page="groups" of={group} outline={group.stones} goals={['life']} name={name} />}
      {family && <Thing title={`${t('object.family')} ${family.id}`} page="families" of={family} outline={family.points} />}
      {links.length > 0 && (
        <>
          <h3><Term page="links">{t('object.links')}</Term></h3>
          <ul class="plain-list">
            {links.map((l, i) => (
              <li key={i} tabIndex={0} {...hoverProps(() => light([l.from, l.to]))}><Sentence text={l.text} /> {!l.edge && <button type="button" class="small" data-read="connect" onClick={() => void read('connect', [l.from, l.to])}>{t('read.it')}</button>}</li>
            ))}
          </ul>
        </>
      )}
      {!string && !group && !family && <p class="quiet">{t('inspector.nothing')}</p>}
    </>
  );
}

const HIDDEN = new Set(['id', 'color', 'stones', 'points', 'reason', 'text']);

function Thing({ title, page, of, outline, goals = [], name = '' }: { title: string; page: string; of: object; outline: string[]; goals?: Goal[]; name?: string }) {
  const record = of as Record<string, unknown>;
  const reason = (record.reason ?? null) as Evidence | null;
  return (
    <div {...hoverProps(() => [{ kind: 'outline', points: points(outline), tone: 'accent', strong: true }])}>
      <h3><Term page={page}>{title}</Term> <small>{word('color', record.color as string)}, {outline.length}</small> {goals.map((g) => <button key={g} type="button" class="small" data-read={g} onClick={() => void read(g, [name])}>{t('read.it')}: {t(`goal.${g}`)}</button>)}</h3>
      <dl class="attributes">
        {Object.entries(record).filter(([k]) => !HIDDEN.has(k)).map(([k, v]) => <Row key={k} name={k} value={v} />)}
      </dl>
      {typeof record.text === 'string' && <p><Sentence text={record.text} /></p>}
      {reason && <ReasonTree reason={reason} />}
    </div>
  );
}

function Row({ name, value }: { name: string; value: unknown }) {
  const lists = Array.isArray(value) && value.every((v) => typeof v === 'string') ? (value as string[]) : null;
  const orders = Array.isArray(value) && value.length > 0 && value.every((v) => Array.isArray(v)) ? (value as (string[] | number)[]) : null;
  return (
    <div class="attribute">
      <dt><Term page={attributePage(name)}>{word('attribute', name)}</Term></dt>
      {orders ? (
        <dd>{orders.map((o, i) => <span key={i} tabIndex={0} class="order" {...hoverProps(() => (Array.isArray(o) ? light(o as string[]) : []))}>{i + 1}: {Array.isArray(o) ? o.length : o}</span>)}</dd>
      ) : lists ? (
        <dd tabIndex={0} {...hoverProps(() => light(lists))}>{lists.length <= 6 ? lists.join(' ') || '0' : lists.length}</dd>
      ) : (
        <dd>{show(name, value)}</dd>
      )}
    </div>
  );
}

function show(name: string, value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value.toFixed(2);
  if (typeof value === 'string') return word(name === 'class' ? 'class' : name === 'status' ? 'status' : 'value', value);
  if (Array.isArray(value)) return value.join(' ') || '0';
  return Object.entries(value as object).map(([k, v]) => `${word('attribute', k)} ${typeof v === 'number' ? +v.toFixed(2) : Array.isArray(v) ? v.length : typeof v === 'object' ? '…' : v}`).join(', ');
}
