import type { BriefFields, BriefRequest } from '~/features/copywriting/wizard/briefs/brief';

/** A brief as someone types it in a hurry. */
const HASTY_FIELDS: BriefFields = {
  topic: 'Our new sourdough',
  audience: '',
  goal: '',
  tone: '',
  length: 'short',
  language: '',
  keywords: [],
  callToAction: '',
};

export function aBrief({
  fields,
  ...more
}: Partial<Omit<BriefRequest, 'fields'>> & { fields?: Partial<BriefFields> } = {}): BriefRequest {
  return {
    kind: 'variants',
    formatIds: ['linkedin-post'],
    variants: 1,
    profileId: null,
    ...more,
    fields: { ...HASTY_FIELDS, ...fields },
  };
}
