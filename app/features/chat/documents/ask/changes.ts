import { differenceOf } from '~/ui/display/difference';

/** What an answer reads at most of what changed, in UTF-16 units. */
const MAX_CHANGES = 4_000;
/** Around a change, so that it can be found. */
const AROUND = 60;

/** How a text changed, as the assistant reads it: what was removed and added, each with what stands around it. */
export function changesText(before: string, after: string): string {
  const parts = differenceOf(before, after);
  let text = '';
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'same') {
      const isFirst = index === 0;
      const isLast = index === parts.length - 1;
      text += between(part.text, isFirst, isLast);
    } else {
      text += part.kind === 'removed' ? `[-${part.text}-]` : `{+${part.text}+}`;
    }
    if (text.length > MAX_CHANGES) return `${text.slice(0, MAX_CHANGES).toWellFormed()} […]`;
  }
  return text;
}

function between(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= 2 * AROUND) return text;
  const head = isFirst ? '' : text.slice(0, AROUND);
  const tail = isLast ? '' : text.slice(-AROUND);
  return `${head} […] ${tail}`.toWellFormed();
}
