/** The comment of the record at the move in view. */
import { current, revision } from '../state/game';
import { mode } from '../state/settings';
import { Sentence } from './Sentence';

export function CommentBox() {
  void revision.value;
  const text = current.value.props.get('C')?.[0];
  if (!text || mode.value === 'edit') return null;
  return <div class="comment" tabIndex={0}>{text.split('\n').map((line, i) => <p key={i}><Sentence text={line} /></p>)}</div>;
}
