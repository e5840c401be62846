/** The card beside the board: whatever was asked last, always in view. */
import { t } from '../i18n';
import { counting } from '../state/play';
import { OVERLAYS, overlays } from '../state/overlays';
import { ask, question } from '../state/question';
import { quiz } from '../state/quiz';
import { mode } from '../state/settings';
import { CountAnswer } from './CountAnswer';
import { CandidateAnswer, HintAnswer, LayerAnswer } from './Moves';
import { MomentPart } from './Moment';
import { MoveAnswer } from './MoveAnswer';
import { ComparedAnswer, EyesAnswer, IgnoredAnswer, RaceAnswer, ReadingAnswer } from './Questions';
import { QuizAnswer } from './QuizAnswer';
import { StoneAnswer } from './StoneAnswer';
import { WhyAnswer } from './WhyAnswer';

export function AnswerCard() {
  return (
    <section class="answer-card" id="answer" aria-label={t('answer.title')} tabIndex={0}>
      <Content />
      <LayersOn />
    </section>
  );
}

function Content() {
  const q = question.value;
  if (counting.value && mode.value === 'play') return <CountAnswer />;
  if (quiz.value && q.kind === 'move') return <QuizAnswer />;
  switch (q.kind) {
    case 'move': return <MoveAnswer />;
    case 'stone': return <StoneAnswer point={q.point} />;
    case 'reading': return <ReadingAnswer />;
    case 'race': return <RaceAnswer />;
    case 'eyes': return <EyesAnswer />;
    case 'ignored': return <IgnoredAnswer />;
    case 'compared': return <ComparedAnswer />;
    case 'why': return <WhyAnswer />;
    case 'hint': return <HintAnswer />;
    case 'candidate': return <CandidateAnswer move={q.move} />;
    case 'moment': return <MomentPart part={q.part} />;
    case 'layer': return <LayerAnswer id={q.id} />;
  }
}

/** The layers on the board by name; a click explains their signs. */
function LayersOn() {
  const on = OVERLAYS.filter((o) => overlays.value.has(o.id));
  if (!on.length || quiz.value?.hidden) return null;
  return (
    <p class="layers-on">
      {t('layers.on')} {on.map((o) => <button key={o.id} type="button" class="term" data-layer={o.id} onClick={() => ask({ kind: 'layer', id: o.id })}>{t(`overlay.${o.id}`)}</button>)}
    </p>
  );
}
