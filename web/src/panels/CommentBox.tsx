/** The comment of the record at the move in view. */
import { t } from '../i18n';
import { collection, current, game, openGame, revision } from '../state/game';
import { Sentence } from './Sentence';

export function CommentBox() {
  void revision.value;
  const text = current.value.props.get('C')?.[0];
  if (!text) return null;
  return <div class="comment" tabIndex={0}>{text.split('\n').map((line, i) => <p key={i}><Sentence text={line} /></p>)}</div>;
}

/** The games of a collection, when there is more than one. */
export function CollectionBox() {
  const games = collection.value;
  if (games.length < 2) return null;
  const name = (i: number) => {
    const get = (key: string) => games[i]!.props.get(key)?.[0] ?? '';
    return `${i + 1}. ${get('GN') || [get('PB'), get('PW')].filter(Boolean).join(' – ') || t('collection.game')} ${get('DT')}`;
  };
  return (
    <label class="field inline"><span>{t('collection.title', { count: games.length })}</span>
      <select class="grow" value={String(games.indexOf(game.value.root))} onChange={(e) => { const g = games[Number(e.currentTarget.value)]; if (g) openGame(g, games); }}>
        {games.slice(0, 2000).map((g, i) => <option key={g.id} value={String(i)} selected={g === game.value.root}>{name(i)}</option>)}
      </select>
    </label>
  );
}
