import { requestText } from '~/engine/generation/index.server';
import { defaultModel, isDemo, weightOf } from '~/gateways/ai/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';
import { estimateTokens } from '~/lib/tokens/estimate';
import { storable } from '~/lib/text/storable';

import { readOwnGrounding } from '../../grounding/read-grounding.server';
import { cleanExamples, MAX_EXAMPLE } from './proposal';
import { proposalsFormat } from './proposals-format.server';
import {
  MAX_PROPOSALS_TOKENS,
  PROPOSALS_TEMPERATURE,
  proposalsPrompt,
  USUAL_PROPOSALS_TOKENS,
} from './proposals-prompt.server';
import { proposalTexts } from './texts';

/** The kind of generation that proposals of rules are. */
export const PROPOSALS_KIND = 'rule-proposals';

/** What proposals cost besides the examples, in the model's tokens. */
export interface ProposalTerms {
  instructions: number;
  answer: number;
  weight: number;
  /** There is no model for it. */
  demo: boolean;
  /** What may be quoted besides the examples; empty when no field of the profile is filled in. */
  grounding: string;
}

/** @throws AppError `not-found` for a profile that is not this user's */
export async function proposalTerms(
  userId: UserScope,
  profileId: string | undefined,
): Promise<ProposalTerms> {
  const grounding = (await readOwnGrounding(userId, profileId))(null) ?? '';
  const form = estimateTokens(JSON.stringify(proposalsFormat().schema));
  return {
    instructions: proposalsPrompt(grounding, []).promptTokens + form,
    answer: USUAL_PROPOSALS_TOKENS,
    weight: weightOf(defaultModel()),
    demo: isDemo(),
    grounding,
  };
}

/**
 * Has voice rules proposed from a profile and examples of good writing; they are followed by the id.
 * @throws AppError `not-found` for a profile that is not this user's, `invalid`, `unavailable` in demo mode, `out-of-tokens`
 */
export async function requestProposals(
  userId: UserScope,
  profileId: string | undefined,
  typed: readonly string[],
): Promise<{ id: string }> {
  const examples = cleanExamples(typed);
  if (examples.some((example) => example.length > MAX_EXAMPLE)) {
    throw new AppError('invalid', proposalTexts.exampleTooLong);
  }
  const grounding = (await readOwnGrounding(userId, profileId))(null) ?? '';
  if (examples.length === 0 && grounding === '') {
    throw new AppError('invalid', proposalTexts.nothingToGoBy);
  }
  if (isDemo()) throw new AppError('unavailable', proposalTexts.needsProvider);
  // Providers refuse NUL and half a character.
  const sendable = examples.map(storable);
  return requestText({
    userId,
    kind: PROPOSALS_KIND,
    model: defaultModel(),
    ...proposalsPrompt(grounding, sendable),
    maxTokens: MAX_PROPOSALS_TOKENS,
    temperature: PROPOSALS_TEMPERATURE,
    format: proposalsFormat(),
  });
}
