import { fillTemplate, quotedLines } from '~/lib/text/template';
import { estimateTokens } from '~/lib/tokens/estimate';

import { COMPONENT_FIELDS, COMPONENT_KINDS, FIELD_GUIDES } from '../components/component';
import type { DraftMaterial } from './draft';
import { draftHeading, NOTHING_FOUND } from './parse-draft';
import template from './templates/proposal.md?raw';

export interface ProposalPrompt {
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
  promptTokens: number;
}

/** Sampling stays close to the material; the limit is the longest possible proposal. */
export const TEMPERATURE = 0.4;
export const MAX_ANSWER_TOKENS = 4_000;
/** The usual length of a proposal, for the cost estimate. */
export const ANSWER_TOKENS_USUAL = 1_500;

const CONTINUE =
  'Your last answer broke off. Go on exactly where it stopped, in the same form, without repeating anything and without any remark on it.';

/** The prompt for a proposal; `prior` is what the model wrote before it was cut off. */
export function proposalPrompt(material: DraftMaterial, prior = ''): ProposalPrompt {
  const messages: ProposalPrompt['messages'] = [
    { role: 'system', content: instructions() },
    { role: 'user', content: materialText(material) },
  ];
  if (prior !== '') {
    messages.push({ role: 'assistant', content: prior }, { role: 'user', content: CONTINUE });
  }
  const promptTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content) + 4, 0);
  return { messages, promptTokens };
}

/** The estimated tokens of the instructions alone. */
export function instructionTokens(): number {
  return proposalPrompt({ about: '', samples: [] }).promptTokens;
}

function instructions(): string {
  const all = COMPONENT_KINDS.flatMap((kind) =>
    COMPONENT_FIELDS[kind].map((field) => ({ kind, field })),
  );
  return fillTemplate(template, {
    nothing: NOTHING_FOUND,
    fields: all
      .map(({ kind, field }) => {
        const { explanation } = FIELD_GUIDES[field];
        return `- \`${kind}.${field}\`: ${FIELD_GUIDES[field].label}. ${explanation}`;
      })
      .join('\n'),
    headings: all.map(({ kind, field }) => draftHeading(kind, field)).join('\n'),
  });
}

function materialText({ about, samples }: DraftMaterial): string {
  const parts = about === '' ? [] : [`# About the business\n\n${quotedLines(about)}`];
  for (const [index, sample] of samples.entries()) {
    parts.push(`# Sample ${index + 1}\n\n${quotedLines(sample)}`);
  }
  return parts.join('\n\n');
}
