import { z } from 'zod';

import { structuredFormat } from '~/engine/generation/index.server';
import { singleton } from '~/lib/singleton.server';

import { SEVERITIES } from '../rule';
import { MAX_PROPOSALS, PROPOSED_KINDS } from './proposal';

/** The quote comes first: a rule follows from it, not the other way round. */
const rule = z.object({
  quote: z.string(),
  kind: z.enum(PROPOSED_KINDS),
  terms: z.array(z.string()),
  replacement: z.string(),
  max: z.int().nullable(),
  person: z.enum(['we', 'I']).nullable(),
  severity: z.enum(SEVERITIES),
  reason: z.string(),
});

/** The form of proposals of voice rules. */
export function proposalsFormat() {
  return singleton('rule-proposals-format', () =>
    structuredFormat('voice-rules', z.object({ rules: z.array(rule).max(MAX_PROPOSALS) })),
  );
}
