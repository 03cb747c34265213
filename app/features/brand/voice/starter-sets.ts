import type { NewRule } from './rule';
import { FINANCE } from './starter-sets/finance';
import { HEALTH_CLAIMS } from './starter-sets/health-claims';
import { PLAIN_LANGUAGE } from './starter-sets/plain-language';

/** Rules that people can add at once, and change like their own. */
export interface StarterSet {
  id: string;
  name: string;
  /** What it does, in one or two sentences. */
  text: string;
  rules: readonly NewRule[];
}

export const STARTER_SETS: readonly StarterSet[] = [
  {
    id: 'plain-language',
    name: 'Plain language',
    text: 'Short, everyday words in place of office language, buzzwords, and filler. For English and German.',
    rules: PLAIN_LANGUAGE,
  },
  {
    id: 'health-claims',
    name: 'Health claims',
    text: 'Catches claims about health that need proof or that no one may make, in the US and the EU. A starting point, not legal advice.',
    rules: HEALTH_CLAIMS,
  },
  {
    id: 'finance',
    name: 'Finance',
    text: 'Catches promises, missing risks, and comparisons without a source, with US and EU rules in mind. A starting point, not legal advice.',
    rules: FINANCE,
  },
];
