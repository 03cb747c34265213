import { z } from 'zod';

import { input } from '~/http/input.server';
import { MAX_DOCUMENT_BODY } from '~/http/read-body.server';
import { get, post, resource } from '~/http/resource.server';

import { MAX_EXAMPLES } from '../proposal';
import { proposalTerms, requestProposals } from '../request-proposals.server';

const request = z.object({ examples: z.array(z.string()).max(MAX_EXAMPLES) });

const api = resource(
  /** What proposals cost besides the examples, and the texts of the profile that they may quote. */
  get('/api/profiles/:id/voice/proposals', { access: 'user' }, ({ scope, params }) =>
    proposalTerms(scope, params.id),
  ),
  /** Has rules proposed from the profile and examples; they are followed at /api/generations/:id. */
  post(
    '/api/profiles/:id/voice/proposals',
    {
      access: 'user',
      limit: 'rule-proposals',
      body: input(request),
      maxBody: MAX_DOCUMENT_BODY,
    },
    ({ scope, params, body }) => requestProposals(scope, params.id, body.examples),
  ),
);

export type ProposalsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
