/** Why the move in view was played: the explanation of the position before it, looked up for that move. */
import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Candidate } from '../api/types';
import { t, word } from '../i18n';
import { ReasonList } from '../panels/Candidates';
import { current, game, moveOf, nameOf } from '../state/game';
import { linearSgf } from '../state/linear';
import { report } from '../state/notices';
import { lang } from '../state/settings';
import { Answer } from './Shell';

const texts = (c: Candidate) => c.reasons.map((r) => `${r.name || word('intention', r.intention)}: ${r.text}${t('sentence.end')}`);

export function WhyAnswer() {
  const [found, setFound] = useState<{ candidate: Candidate | null; best: Candidate | null } | null>(null);
  const node = current.value;
  const move = moveOf(node, game.value.size);
  useEffect(() => {
    setFound(null);
    if (!move || !node.parent) return;
    const abort = new AbortController();
    const name = nameOf(move.point);
    call('explain', linearSgf(node.parent), { signal: abort.signal })
      .then((e) => setFound({ candidate: e.candidates.find((c) => c.move === name) ?? null, best: e.candidates[0] ?? null }))
      .catch(report);
    return () => abort.abort();
  }, [node, lang.value]);
  const name = move ? nameOf(move.point) : '';
  if (!found) return <Answer id="why" title={t('why.move', { move: name })} working />;
  const { candidate, best } = found;
  const others = best && best.move !== name ? best : null;
  return (
    <Answer id="why" title={t('why.move', { move: name })}
      texts={[...(candidate ? texts(candidate) : [t('why.noReason')]), ...(others ? [t('why.knowledgePrefers', { move: others.move }), ...texts(others)] : [])]}
      more={<>{candidate && <ReasonList candidate={candidate} />}{others && <><h3>{others.move}</h3><ReasonList candidate={others} /></>}</>} />
  );
}
