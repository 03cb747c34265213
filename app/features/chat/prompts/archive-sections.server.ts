import { z } from 'zod';

import { archivedTable, leftOut, moment } from '~/engine/user-data/index.server';

import { MAX_PROMPTS } from './prompt';
import { validPrompt } from './prompt-actions.server';
import { STARTERS } from './starters';
import { promptTexts } from './texts';

const prompts = archivedTable('prompt', {
  section: 'prompts',
  columns: {
    name: z.string(),
    text: z.string(),
    version: leftOut('how often it was changed is for tabs alone'),
    createdAt: moment,
    updatedAt: moment,
  },
  readable: ({ name, text }) => ({ name, markdown: `${text}\n` }),
  restore: {
    limit: { max: MAX_PROMPTS, refusal: promptTexts.tooMany },
    check: (row) => validPrompt(row),
  },
});

/** Prompts that come with the product and that the person does not want to see. */
const hiddenStarters = archivedTable('hiddenStarter', {
  section: 'hiddenStarters',
  key: 'starter',
  columns: {},
  restore: { check: (row) => (STARTERS.some(({ id }) => id === row.id) ? {} : null) },
});

export const promptSections = [prompts, hiddenStarters];
