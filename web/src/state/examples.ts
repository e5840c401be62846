/** Three prepared examples for somebody who has nothing at hand: a famous game, a game full of mistakes, a problem. */
import famous from '../../../examples/ear-reddening.sgf';
import kyu from '../../../examples/kyu-game.sgf';
import problem from '../../../examples/seven.sgf';
import { openText } from './files';
import { toEnd } from './game';
import { mode } from './settings';
import { reader, reviewOpened } from './reviewing';

export const EXAMPLES = ['famous', 'kyu', 'problem'] as const;
export type Example = (typeof EXAMPLES)[number];
const TEXTS: Record<Example, string> = { famous, kyu, problem };

/** Each opens where it has something to say: the famous game in analysis, the other reviewed, the problem to be touched. */
export async function openExample(name: Example): Promise<void> {
  if (!(await openText(TEXTS[name]))) return;
  if (name === 'kyu') {
    mode.value = 'review';
    reader.value = '10k';
    void reviewOpened();
    return;
  }
  mode.value = 'analyse';
  if (name === 'famous') toEnd();
}
