/** Every attribute of the stone that was asked about, and the search tree of what was read. */
import { InspectorPanel } from './Inspector';
import { ReadingPanel } from './Reading';

export function StonePanel() {
  return <><ReadingPanel /><InspectorPanel /></>;
}
