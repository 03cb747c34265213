/** What an answer rests on beside the conversation itself. */
export interface Grounds {
  /** What the person tells the model for the whole conversation; may be empty. */
  systemPrompt: string;
  /** What the model is told of the person's brand; null: nothing. */
  grounding: string | null;
}

const PRODUCT =
  'You are the assistant of Brandwright, where a small business keeps its brand, writes its marketing copy and makes ' +
  'its images and videos. Be useful, concrete and brief. Answer in the language of the question. Format with Markdown ' +
  'where it helps reading.';

const INSTRUCTIONS = [
  '# Instructions for this conversation',
  'The person you work for wrote what follows, up to the end, for all of your answers here. Where it differs from what ' +
    'stands above, it counts.',
].join('\n\n');

/** The most of what is told of a brand, in UTF-16 units: quoting makes many short lines longer. */
const MAX_GROUNDING = 20_000;

/**
 * The first message of every prompt: the product's own words, then the brand, then the person's instructions. Theirs
 * are last, so that nothing in them can pose as the end of them.
 */
export function systemText({ systemPrompt, grounding }: Grounds): string {
  const parts = [PRODUCT];
  if (grounding !== null && grounding.trim() !== '') parts.push(capped(grounding.trim()));
  if (systemPrompt.trim() !== '') parts.push(`${INSTRUCTIONS}\n\n${systemPrompt.trim()}`);
  return parts.join('\n\n');
}

function capped(text: string): string {
  if (text.length <= MAX_GROUNDING) return text;
  // Whole lines: half a quoted one could lose its mark.
  const end = text.lastIndexOf('\n', MAX_GROUNDING);
  return `${text.slice(0, end > 0 ? end : MAX_GROUNDING).toWellFormed()}\n> [shortened]`;
}
