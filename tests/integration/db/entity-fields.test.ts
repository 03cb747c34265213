import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { sql } from '~/lib/db/index.server';

/** The fields of each record (docs/product.md, Records). */
const FIELDS: Record<string, string> = {
  User: 'firstName lastName email isAdmin subscriptionStatus subscriptionTrialStartAt subscriptionTrialEndAt trialToken tokenBalance totalTokensUsed lastTokenUse subscriptionId subscriptionName selectedProfileId',
  'Auth identity': 'uid email emailVerified displayName photoURL phoneNumber providerData metadata',
  Profile: 'id brandStoryId customerJourneyId solutionSuiteId campaignFrameworkId',
  'Brand story': 'name whatYouDo whatMakesYouDifferent brandVoice',
  'Customer journey': 'name idealCustomer customerProblems desiredOutcome currentObstacles',
  'Solution suite': 'name offering benefits proofPoints pricing callToAction',
  'Campaign framework': 'name distribution requirements',
  Conversation: 'id title lastMessage lastUpdated originalCreationDate isPublic',
  Message:
    'content context files fullContentUrls timestamp role contentOverflow contentUrl contextOverflow contextUrl filesOverflow filesUrl fullContentUrlsOverflow fullContentUrlsStorageUrl',
  'Shared conversation record': 'conversationId createdAt',
  'Saved content':
    'emailContent longformContent socialPosts landingContent id title content createdAt',
  'Saved content folder': 'id name',
  'Local preferences': 'theme selectedProfileId',
};

const rows = [
  ...readFileSync(
    'docs/decisions/0067-keep-every-field-of-the-data-model-as-a-column-or-a-derivation.md',
    'utf8',
  ).matchAll(/^\| (.+?) +\| (\w+) +\| (.+?) +\|$/gm),
]
  .slice(1)
  .map(([, entity = '', field = '', where = '']) => ({ entity, field, where }));

test('every field of the data model has a row in decision 0067 that says where it is stored', () => {
  const expected = Object.entries(FIELDS).flatMap(([entity, fields]) =>
    fields.split(' ').map((field) => `${entity}: ${field}`),
  );
  expect(rows.map(({ entity, field }) => `${entity}: ${field}`).sort()).toEqual(expected.sort());
  for (const { where, field } of rows) expect(where.length, field).toBeGreaterThan(5);
});

test('every column that decision 0067 names exists', async () => {
  const columns = await sql.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = current_schema()`,
  );
  const known = new Set(columns.map(({ name }) => name));
  const named = rows.flatMap(({ where }) =>
    [...where.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, name]) => name!),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
