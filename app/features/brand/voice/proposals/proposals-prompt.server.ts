import { fillTemplate, quotedLines } from '~/lib/text/template';
import { estimateTokens } from '~/lib/tokens/estimate';

import { MAX_PROPOSALS } from './proposal';
import template from './templates/rules.md?raw';

/** The longest proposals, and usual ones for the estimate. */
export const MAX_PROPOSALS_TOKENS = 3_500;
export const USUAL_PROPOSALS_TOKENS = 1_200;
export const PROPOSALS_TEMPERATURE = 0.3;
const MESSAGE_TOKENS = 4;

export interface ProposalsPrompt {
  messages: { role: 'system' | 'user'; content: string }[];
  promptTokens: number;
}

/** The kinds of rules, then the profile (what grounds texts) and the examples, all of it quoted. */
export function proposalsPrompt(grounding: string, examples: readonly string[]): ProposalsPrompt {
  const parts = examples.map((example, at) => `# Example ${at + 1}\n\n${quotedLines(example)}`);
  if (grounding !== '') parts.unshift(grounding.trim());
  const messages: ProposalsPrompt['messages'] = [
    { role: 'system', content: fillTemplate(template, { max: String(MAX_PROPOSALS) }) },
    { role: 'user', content: [...parts, 'Propose the rules now.'].join('\n\n') },
  ];
  const promptTokens = messages.reduce(
    (sum, { content }) => sum + estimateTokens(content) + MESSAGE_TOKENS,
    0,
  );
  return { messages, promptTokens };
}
