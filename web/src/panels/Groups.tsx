/** All groups with what becomes of them; a click asks about one. */
import { t, word } from '../i18n';
import { classSign } from '../board/overlays';
import { objects } from '../state/analysis';
import { hoverProps, points } from '../state/highlight';
import { inspect } from '../state/inspect';
import { Section, Th } from '../util/ui';
import { Waiting } from './Candidates';

/** The weakest first: they decide what must be done. */
const ORDER = ['very weak', 'weak', 'dead', 'stable', 'alive'];

export function GroupsPanel() {
  const e = objects();
  const groups = [...(e?.groups ?? [])].sort((a, b) => ORDER.indexOf(a.class) - ORDER.indexOf(b.class) || b.stones.length - a.stones.length);
  return (
    <Section title={t('groups.title')} help="groups" id="groups">
      {!e ? <Waiting /> : groups.length === 0 ? <p class="quiet">{t('inspector.nothing')}</p> : (
        <table class="figures nowrap-cells">
          <thead><tr><Th page="groups">{t('object.group')}</Th><Th page="groups">{t('groups.class')}</Th><Th page="groups" num>{t('groups.lives')}</Th><Th page="reading">{t('groups.source')}</Th></tr></thead>
          <tbody>
            {groups.map((g) => (
              <tr key={g.id} {...hoverProps(() => [{ kind: 'outline', points: points(g.stones), tone: 'accent', strong: true }])}>
                <td><span class={`disc ${g.color}`} aria-hidden="true" /> <button type="button" class="point" onClick={() => inspect(points(g.stones.slice(0, 1))[0]!)}>{g.stones[0]}</button> <small>{g.stones.length}</small></td>
                <td>{classSign(g.class)} {word('class', g.class)}{g.status === 'ko' || g.status === 'seki' ? ` (${word('status', g.status)})` : ''}</td>
                <td class="num">{g.source === 'reading' ? t('read.proved') : `${Math.round(g.lives.moving_first * 100)} / ${Math.round(g.lives.moving_second * 100)} %`}</td>
                <td>{word('source', g.source)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
