import type { BriefFields } from '~/features/copywriting/wizard/briefs/brief';
import type { FormatId } from '~/features/copywriting/formats/formats';

export interface EvalTask {
  id: string;
  formatId: FormatId;
  fields: BriefFields;
}

const NOTHING: BriefFields = {
  topic: '',
  audience: '',
  goal: '',
  tone: '',
  language: '',
  callToAction: '',
  keywords: [],
  length: 'short',
};

function task(id: string, formatId: FormatId, fields: Partial<BriefFields>): EvalTask {
  return { id, formatId, fields: { ...NOTHING, language: 'English', ...fields } };
}

/** Briefs that any small business could have, and that say nothing about how to sound. */
export const TASKS: readonly EvalTask[] = [
  task('first-visit', 'linkedin-post', {
    topic: 'Why people should come to us for the first time',
  }),
  task('why-stay', 'instagram-caption', { topic: 'What our regulars value about us' }),
  task('offer', 'promotion', { topic: 'Our offer for new customers', goal: 'New customers' }),
  task('doubt', 'facebook-post', { topic: 'The doubt that keeps people from trying us' }),
  task('one-line', 'x-post', { topic: 'What makes us different' }),
  task('winter', 'linkedin-post', { topic: 'How we help in the busiest weeks of the year' }),
];
