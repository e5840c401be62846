/** The record: its tree, its comment in full. */
import { TreeView } from '../board/TreeView';
import { CommentBox } from './CommentBox';

export function RecordPanel() {
  return (
    <div class="record">
      <TreeView />
      <CommentBox />
    </div>
  );
}
