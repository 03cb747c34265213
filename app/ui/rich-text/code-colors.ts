import { Slices } from './idle-slices';
import { languageNamed } from './language-names';
import { colorsOf } from './workshop';

/** Longer code stays plain: no one reads it here, and each stretch of colour is an element. */
const MAX_LENGTH = 40_000;

/** Gives code its colours. The text stays the same, and so does the element. */
export async function colorCode(
  code: HTMLElement,
  language: string,
  signal: AbortSignal,
): Promise<void> {
  const text = code.textContent ?? '';
  if (text.length > MAX_LENGTH || languageNamed(language) === null) return;
  const runs = await colorsOf(language, text, signal);
  if (!runs || signal.aborted) return;
  const slices = new Slices();
  const fragment = document.createDocumentFragment();
  for (const [part, kind] of runs) {
    if (kind === null) fragment.append(part);
    else {
      const span = document.createElement('span');
      span.className = `code-${kind}`;
      span.textContent = part;
      fragment.append(span);
    }
    await slices.breathe();
  }
  // Written to meanwhile, it has got a text that these are not the colours of.
  if (!signal.aborted && code.textContent === text) code.replaceChildren(fragment);
}
