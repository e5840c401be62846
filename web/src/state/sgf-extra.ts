/** Text diagrams as records. */
import { type GameNode, newNode } from './sgf';

export { SgfError, writeSgf } from './sgf';

/** A board drawn with X, O and dots becomes a record with these stones; null if the text is no board. */
export function emptyRecordFromDiagram(text: string): GameNode | null {
  const rows: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^[\s$|+-]*$/.test(line) || /^\s*([A-HJ-Z]\s*)+$/.test(line)) continue;
    const cells = line.replace(/^\s*[$]*[BW]?\s*\d*\s*\|?/, '').replace(/\|?\s*\d*\s*$/, '').replace(/\s+/g, '');
    if (!cells) continue;
    if (!/^[XOxo.,+#@*●○]+$/.test(cells)) return null;
    rows.push(cells);
  }
  const w = rows[0]?.length ?? 0;
  if (!w || rows.length > 25 || w > 25 || rows.some((r) => r.length !== w)) return null;
  const stones = (signs: string) =>
    rows.flatMap((row, y) => [...row].flatMap((c, x) => (signs.includes(c) ? [String.fromCharCode(97 + x, 97 + y)] : [])));
  const [black, white] = [stones('Xx#●'), stones('Oo@○')];
  return newNode(null, [
    ['GM', ['1']],
    ['FF', ['4']],
    ['SZ', [w === rows.length ? `${w}` : `${w}:${rows.length}`]],
    ...(black.length ? [['AB', black] as [string, string[]]] : []),
    ...(white.length ? [['AW', white] as [string, string[]]] : []),
  ]);
}
