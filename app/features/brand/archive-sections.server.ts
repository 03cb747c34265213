import { join } from 'node:path';

import { z } from 'zod';

import {
  archivedTable,
  hasRoom,
  leftOut,
  moment,
  reference,
  type RestoredFiles,
  type RestoreTarget,
  saveArchived,
} from '~/engine/user-data/index.server';
import { prisma, sql } from '~/lib/db/index.server';
import { makeSmall } from '~/lib/files/image-upload.server';
import type { Profile } from '~/lib/prisma/client';

import {
  COMPONENT_FIELDS,
  type ComponentKind,
  type COMPONENTS,
  type ComponentValues,
  FIELD_GUIDES,
} from './components/component';
import { cleanValues } from './components/component-actions.server';
import { LOOK_TEXTS, lookProblem, type LookText, type LookValues } from './look/look';
import { cleanLook } from './look/clean-look';
import { logos } from './look/logos.server';
import { MAX_PROFILES } from './profiles/profile';
import { profileName } from './profiles/profile-actions.server';
import { updateSelection } from './profiles/profile-data.server';
import { lookTexts, profilesTexts } from './texts';
import { rulesMarkdown } from './voice/rules-markdown';
import { parseRules } from './voice/schema';
import { jsonOf } from './voice/voice-rules-data.server';

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

/** The texts of a look, empty where the archive is older than they are. */
const lookColumns = Object.fromEntries(
  LOOK_TEXTS.map((text) => [text, z.string().default('')]),
) as Record<LookText, z.ZodDefault<z.ZodString>>;

const profiles = archivedTable('profile', {
  section: 'profiles',
  columns: {
    ...common,
    ...lookColumns,
    /** Names the logo's file; the logo has an id of its own here. */
    logoId: z.uuid().nullable().default(null),
    logoBytes: leftOut('measured again on import'),
    lookVersion: leftOut('how often it was changed is for tabs alone'),
    /** Read by their own schema, so that one odd rule doesn't keep a brand from coming back. */
    voiceRules: z.json().default([]),
    voiceVersion: leftOut('how often they were changed is for tabs alone'),
    brandStoryId: reference('brandStories'),
    customerJourneyId: reference('customerJourneys'),
    solutionSuiteId: reference('solutionSuites'),
    campaignFrameworkId: reference('campaignFrameworks'),
  },
  files: ({ id, logoId }, userId) =>
    logoId === null ? [] : [{ path: logoPath(id), key: logos.keyOf(userId, logoId) }],
  readable: ({ name, voiceRules }) => {
    const markdown = rulesMarkdown(name, parseRules(voiceRules));
    return markdown === null ? null : { name, markdown };
  },
  restore: {
    limit,
    check: ({ name, voiceRules, ...row }) => ({
      name: profileName(name),
      ...restorableLook(row),
      voiceRules: jsonOf(parseRules(voiceRules)),
    }),
    files: (row, target, directory, id) => logoFiles(row, target, directory, id),
  },
});

function logoPath(profileId: string): string {
  return `profiles/${profileId}/logo.webp`;
}

/** A color that isn't one, or a font with too long a name, doesn't keep a brand from coming back. */
function restorableLook(row: LookValues): LookValues {
  return Object.fromEntries(
    LOOK_TEXTS.map((text) => {
      const isFine = lookProblem(text, row[text]) === null;
      return [text, isFine ? (cleanLook({ [text]: row[text] })[text] ?? '') : ''];
    }),
  ) as LookValues;
}

const MAX_LOGO_BYTES = 20 * 1024 ** 2;
const NO_LOGO = { logoId: null, logoBytes: 0 };

/** Without its logo where that is missing, damaged, or too much for the storage: the brand itself matters more. */
async function logoFiles(
  row: { id: string; logoId: string | null },
  target: RestoreTarget,
  directory: string,
  id: string,
): Promise<RestoredFiles<Profile>> {
  const { userId } = target;
  const none = { columns: NO_LOGO, bytes: 0, refusal: lookTexts.storageFull };
  const noFile = { ...none, store: async () => {}, drop: async () => {} };
  if (row.logoId === null) return noFile;
  const input = join(directory, 'archived');
  const isThere = await saveArchived(target, logoPath(row.id), input, MAX_LOGO_BYTES);
  const small = isThere && (await makeSmall(input, directory, 'logo', { userId, isJob: true }));
  if (typeof small !== 'object') {
    target.remark(lookTexts.logoNotRestored);
    return noFile;
  }
  if (!(await hasRoom(sql, userId, small.bytes))) {
    target.remark(lookTexts.logoNoRoom);
    return noFile;
  }
  return {
    ...none,
    columns: { logoId: id, logoBytes: small.bytes },
    bytes: small.bytes,
    store: () => logos.store(userId, id, join(directory, 'file')),
    drop: () => logos.remove(userId, id),
  };
}

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
