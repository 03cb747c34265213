import { useMemo } from 'react';

import { type GenerationState, lastAttempt, useGeneratedText } from '~/engine/generation';
import { showFailure } from '~/features/accounts';
import { refusedBy } from '~/features/billing';
import { client } from '~/http/client';
import { fieldsOf, isTextList } from '~/lib/json';

import type { NewRule } from '../rule';
import { type ProposedRule, readProposals } from './proposal';
import type { ProposalsApi } from './routes/proposals';
import { proposalTexts } from './texts';

const api = client<ProposalsApi>();

/** What proposals are based on. */
interface Basis {
  examples: string[];
  /** What may be quoted besides the examples. */
  grounding: string;
}

function isBasis(json: unknown): json is Basis {
  const { examples, grounding } = fieldsOf(json);
  return isTextList(examples) && typeof grounding === 'string';
}

export interface Proposals {
  proposals: ProposedRule[];
  state: GenerationState;
  running: boolean;
  /** Why they failed. */
  reason: string | null;
}

/** The newest proposals for a profile in this tab. */
export function useRuleProposals(profileId: string, rules: readonly NewRule[]) {
  const generated = useGeneratedText(`rule-proposals:${profileId}`, isBasis);
  const { text, attempt } = generated;
  const { subject: basis, text: answer = '', running = false } = text ?? {};
  const proposals = useMemo(() => {
    const material = basis ? [basis.grounding, ...basis.examples].join('\n') : '';
    return readProposals(lastAttempt(answer), material, { known: rules, running });
  }, [answer, basis, rules, running]);
  const view: Proposals | null = text && { ...text, proposals };

  const start = (examples: string[], grounding: string) =>
    generated.start({ examples, grounding }, () =>
      api.post('/api/profiles/:id/voice/proposals', {
        params: { id: profileId },
        body: { examples },
      }),
    );

  return {
    view,
    refused:
      attempt?.state === 'refused' ? refusedBy(attempt.error, proposalTexts.startFailed) : null,
    pending: attempt?.state === 'pending',
    /** What the newest ones are based on. */
    examples: basis?.examples ?? [],

    start,
    startAgain: () => (basis ? start(basis.examples, basis.grounding) : Promise.resolve()),

    stop: () =>
      generated.stop().catch((error: unknown) => showFailure(error, proposalTexts.stopFailed)),

    clear: generated.forget,
  };
}

/** What proposals cost, in tokens, besides the examples. */
export type ProposalTerms = Awaited<ReturnType<typeof readProposalTerms>>;

export function readProposalTerms(profileId: string) {
  return api.get('/api/profiles/:id/voice/proposals', { params: { id: profileId } });
}
