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

/** Sampling: near to the material, and the most that a proposal may be long. */
export const TEMPERATURE = 0.4;
export const MAX_ANSWER_TOKENS = 4_000;
/** What a proposal is about long, for the cost that is shown beforehand. */
export const ANSWER_TOKENS_USUAL = 1_500;

const CONTINUE =
  'Your last answer broke off. Go on exactly where it stopped, in the same form, without repeating anything and without any remark on it.';

/** What a model reads that proposes a profile; `prior` is what it wrote before it broke off. */
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

/** What the instructions alone are reckoned at. */
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
