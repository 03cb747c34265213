import { z } from 'zod';

import {
  archivedTable,
  leftOut,
  moment,
  reference,
  type RestoreTarget,
} from '~/engine/user-data/index.server';
import { prisma } from '~/lib/db/index.server';

import {
  COMPONENT_FIELDS,
  type ComponentKind,
  type COMPONENTS,
  type ComponentValues,
  FIELD_GUIDES,
} from './components/component';
import { cleanValues } from './components/component-actions.server';
import { MAX_PROFILES } from './profiles/profile';
import { profileName } from './profiles/profile-actions.server';
import { updateSelection } from './profiles/profile-data.server';
import { profilesTexts } from './texts';

const common = {
  name: z.string(),
  version: leftOut('how often it was changed is for tabs alone'),
  createdAt: moment,
  updatedAt: moment,
};

const limit = { max: MAX_PROFILES, refusal: profilesTexts.tooMany };

/**
 * What archives hold of a component: every field that COMPONENTS lists for its kind (empty where the archive is older than
 * the field), and no more components than the
 * profiles could use.
 */
function component<Kind extends ComponentKind>(kind: Kind) {
  const texts = Object.fromEntries(
    COMPONENT_FIELDS[kind].map((field) => [field, z.string().default('')]),
  ) as Record<keyof (typeof COMPONENTS)[Kind]['fields'], z.ZodDefault<z.ZodString>>;
  return {
    columns: { ...common, ...texts },
    readable: (row: ComponentValues) => componentText(kind, row),
    restore: { limit, check: (row: ComponentValues) => cleanValues(kind, row) },
  };
}

/** Null when no field has any text. */
function componentText(kind: ComponentKind, { name = '', ...values }: ComponentValues) {
  const texts = COMPONENT_FIELDS[kind].flatMap((field) => {
    const text = (values[field] ?? '').trim();
    return text === '' ? [] : [`## ${FIELD_GUIDES[field].label}\n\n${text}\n`];
  });
  return texts.length === 0 ? null : { name, markdown: [`# ${name}\n`, ...texts].join('\n') };
}

const profiles = archivedTable('profile', {
  section: 'profiles',
  columns: {
    ...common,
    brandStoryId: reference('brandStories'),
    customerJourneyId: reference('customerJourneys'),
    solutionSuiteId: reference('solutionSuites'),
    campaignFrameworkId: reference('campaignFrameworks'),
  },
  restore: { limit, check: ({ name }) => ({ name: profileName(name) }) },
});

/** Selects the profile that was selected in the archive, unless the user has selected one already. */
export async function restoreSelection(
  target: RestoreTarget,
  profileId: string | null,
): Promise<boolean> {
  const { userId } = target;
  const id = await profiles.find(prisma, userId, target.idsOf('profiles', profileId));
  return id !== null && updateSelection(prisma, userId, id, { onlyFirst: true });
}

export const profileSections = [
  archivedTable('brandStory', { section: 'brandStories', ...component('brandStory') }),
  archivedTable('customerJourney', {
    section: 'customerJourneys',
    ...component('customerJourney'),
  }),
  archivedTable('solutionSuite', { section: 'solutionSuites', ...component('solutionSuite') }),
  archivedTable('campaignFramework', {
    section: 'campaignFrameworks',
    ...component('campaignFramework'),
  }),
  profiles,
];
