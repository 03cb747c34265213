import { fillTemplate, quotedLines } from '~/lib/text/template';
import { estimateTokens } from '~/lib/tokens/estimate';

import { REVIEW_LIMITS } from './review';
import rubric from './templates/rubric.md?raw';
import frame from './templates/text.md?raw';

/** The longest review, and a usual one for the estimate. */
export const MAX_REVIEW_TOKENS = 3_000;
export const USUAL_REVIEW_TOKENS = 1_100;
/** A score should not depend on chance. */
export const REVIEW_TEMPERATURE = 0.2;
const MESSAGE_TOKENS = 4;

export interface ReviewSubject {
  text: string;
  /** What the model is told about the brand. */
  grounding: string;
  /** What the text is, in a few words of ours; empty when no one said. */
  format: string;
}

export interface ReviewPrompt {
  messages: { role: 'system' | 'user'; content: string }[];
  promptTokens: number;
}

/** The rubric with the brand, then the text in quoted lines. */
export function reviewPrompt({ text, grounding, format }: ReviewSubject): ReviewPrompt {
  const system = fillTemplate(rubric, {
    grounding: grounding.trim(),
    format,
    quotes: String(REVIEW_LIMITS.quotes),
    rewrites: String(REVIEW_LIMITS.rewrites),
  });
  const messages: ReviewPrompt['messages'] = [
    { role: 'system', content: system },
    { role: 'user', content: fillTemplate(frame, { text: quotedLines(text) }) },
  ];
  const promptTokens = messages.reduce(
    (sum, { content }) => sum + estimateTokens(content) + MESSAGE_TOKENS,
    0,
  );
  return { messages, promptTokens };
}
