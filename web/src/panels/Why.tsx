/** Why the move in view was played: the explanation of the position before it, looked up for that move. */
import { useEffect, useState } from 'preact/hooks';
import { call, has } from '../api/client';
import type { Candidate } from '../api/types';
import { t } from '../i18n';
import { current, game, moveOf, nameOf } from '../state/game';
import { linearSgf } from '../state/linear';
import { report } from '../state/notices';
import { lang } from '../state/settings';
import { ReasonList } from './Candidates';

export function Why() {
  const [found, setFound] = useState<{ node: number; candidate: Candidate | null; best: Candidate | null } | null>(null);
  const node = current.value;
  useEffect(() => setFound(null), [node, lang.value]);
  const move = moveOf(node, game.value.size);
  if (!has('explain') || !move || !node.parent) return null;
  const ask = () => {
    call('explain', linearSgf(node.parent!))
      .then((e) => {
        const name = nameOf(move.point);
        setFound({ node: node.id, candidate: e.candidates?.find((c) => c.move === name) ?? null, best: e.candidates?.[0] ?? null });
      })
      .catch(report);
  };
  if (!found) return <button type="button" onClick={ask}>{t('why.ask')}</button>;
  return (
    <div>
      {found.candidate ? <ReasonList candidate={found.candidate} /> : <p class="quiet">{t('why.noReason')}</p>}
      {found.best && found.best.move !== nameOf(move.point) && (
        <>
          <p>{t('why.knowledgePrefers', { move: found.best.move })}</p>
          <ReasonList candidate={found.best} />
        </>
      )}
    </div>
  );
}
