/** A sentence of the engine: points in it can be clicked, and light up on the board. */
import { hoverProps, light, preview } from '../state/highlight';

const SPLIT = /\b([A-HJ-Z](?:1\d|2[0-5]|[1-9]))\b/;

export function Sentence({ text }: { text: string }) {
  return (
    <span class="sentence">
      {text.split(SPLIT).map((part, i) =>
        i % 2 === 0 ? part : <button key={i} type="button" class="point" {...hoverProps(() => light([part]))} onClick={() => (preview.value = light([part]))}>{part}</button>,
      )}
    </span>
  );
}
