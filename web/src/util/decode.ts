/** Bytes of a record to text: UTF-8 if it is, else what the record says of itself, else the first East Asian encoding that fits. */

export function decodeRecord(bytes: Uint8Array, forced?: string): string {
  const attempt = (name: string, fatal = true): string | null => {
    try {
      return new TextDecoder(name, { fatal }).decode(bytes);
    } catch {
      return null;
    }
  };
  if (forced) return attempt(forced, false) ?? attempt('utf-8', false)!;
  const utf8 = attempt('utf-8');
  if (utf8 !== null) return utf8;
  const ascii = new TextDecoder('latin1').decode(bytes.slice(0, 4000));
  const named = /CA\[([A-Za-z0-9_-]+)\]/.exec(ascii)?.[1];
  if (named) {
    const text = attempt(named);
    if (text !== null) return text;
  }
  // kana are far more telling than "it decodes"
  const candidates = ['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']
    .map((name) => ({ name, text: attempt(name) }))
    .filter((c): c is { name: string; text: string } => c.text !== null);
  const kana = (text: string) => (text.match(/[\u3041-\u30f6]/g) ?? []).length;
  candidates.sort((a, b) => kana(b.text) - kana(a.text));
  return candidates[0]?.text ?? attempt('latin1', false)!;
}
