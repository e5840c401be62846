/** The record: its tree, its comment in full, the other games of the file. */
import { TreeView } from '../board/TreeView';
import { CollectionBox, CommentBox } from './CommentBox';

export function RecordPanel() {
  return (
    <div class="record">
      <CollectionBox />
      <TreeView />
      <CommentBox />
    </div>
  );
}
