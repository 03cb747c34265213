import { z } from 'zod';

import {
  idPage,
  moment,
  restoredTime,
  type RestoreTarget,
  rowsById,
  section,
} from '~/engine/user-data/index.server';
import { prisma, prismaTransaction, type PrismaTx } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import {
  COMPONENT_FIELDS,
  COMPONENT_KINDS,
  type ComponentField,
  type ComponentKind,
  FIELD_GUIDES,
  textsOf,
} from './components/component';
import { writtenValues } from './components/component-actions.server';
import {
  componentTable,
  countComponents,
  findOneOf as findComponent,
  insertComponent,
} from './components/component-data.server';
import { type ComponentIds, MAX_PROFILES } from './profiles/profile';
import { profileName } from './profiles/profile-actions.server';
import {
  findOneOf,
  findOwnProfile,
  idsOf,
  insertProfile,
  lockProfiles,
  namesOf,
  updateSelection,
} from './profiles/profile-data.server';
import { profilesTexts } from './texts';

/** The section that has the components of a kind. */
const COMPONENT_SECTIONS: Record<ComponentKind, string> = {
  brandStory: 'brandStories',
  customerJourney: 'customerJourneys',
  solutionSuite: 'solutionSuites',
  campaignFramework: 'campaignFrameworks',
};

/** A component in an archive, with every text of its kind. */
type ArchivedComponent = {
  id: string;
  name: string;
  createdAt: string;
  updatedAt: string;
} & Partial<Record<ComponentField, string>>;

const componentSections = COMPONENT_KINDS.map((kind) => {
  const fields = Object.fromEntries(
    COMPONENT_FIELDS[kind].map((field) => [field, z.string()]),
  ) as Record<ComponentField, z.ZodString>;
  const row = z.object({
    id: z.uuid(),
    name: z.string(),
    createdAt: moment,
    updatedAt: moment,
    ...fields,
  });
  return section<ArchivedComponent>({
    name: COMPONENT_SECTIONS[kind],
    row,
    rows: (userId, signal) =>
      rowsById(signal, (after, take) =>
        componentTable(prisma, kind).findMany(idPage(userId, after, take)),
      ),
    readable: (component) => componentText(kind, component),
    restore: (target, component) => restoreComponent(target, kind, component),
  });
});

/** Null where nothing has been written. */
function componentText(kind: ComponentKind, component: ArchivedComponent) {
  const { name } = component;
  const texts = COMPONENT_FIELDS[kind].flatMap((field) => {
    const text = (component[field] ?? '').trim();
    return text === '' ? [] : [`## ${FIELD_GUIDES[field].label}\n\n${text}\n`];
  });
  return texts.length === 0 ? null : { name, markdown: [`# ${name}\n`, ...texts].join('\n') };
}

/**
 * Restores a component that is not there yet; the profiles that use it come after it.
 * @throws AppError `invalid`, `conflict` when there are too many
 */
function restoreComponent(
  target: RestoreTarget,
  kind: ComponentKind,
  row: ArchivedComponent,
): Promise<boolean> {
  const { userId } = target;
  const name = COMPONENT_SECTIONS[kind];
  const typed = Object.fromEntries(textsOf(kind).map((text) => [text, row[text]]));
  const values = writtenValues(kind, typed);
  return prismaTransaction(async (tx, sql) => {
    await lockProfiles(sql, userId);
    if ((await findComponent(tx, userId, kind, target.idsOf(name, row.id))) !== null) return false;
    // No more than their profiles could use.
    if ((await countComponents(tx, userId, kind)) >= MAX_PROFILES) {
      throw new AppError('conflict', profilesTexts.tooMany);
    }
    const id = target.idOf(name, row.id);
    await insertComponent(tx, kind, { id, userId, values, ...restoredTimes(row) });
    return true;
  });
}

const profileRow = z.object({
  id: z.uuid(),
  name: z.string(),
  brandStoryId: z.uuid().nullable(),
  customerJourneyId: z.uuid().nullable(),
  solutionSuiteId: z.uuid().nullable(),
  campaignFrameworkId: z.uuid().nullable(),
  createdAt: moment,
  updatedAt: moment,
});

type ArchivedProfile = z.output<typeof profileRow>;

const profiles = section<ArchivedProfile>({
  name: 'profiles',
  after: Object.values(COMPONENT_SECTIONS),
  row: profileRow,
  rows: (userId, signal) =>
    rowsById(signal, (after, take) => prisma.profile.findMany(idPage(userId, after, take))),
  restore: restoreProfile,
});

/**
 * Restores a profile that is not there yet, with those of its components that are.
 * @throws AppError `invalid` (the name), `conflict` when there are too many
 */
function restoreProfile(target: RestoreTarget, row: ArchivedProfile): Promise<boolean> {
  const { userId } = target;
  const id = target.idOf('profiles', row.id);
  const name = profileName(row.name);
  return prismaTransaction(async (tx, sql) => {
    await lockProfiles(sql, userId);
    if ((await findOneOf(tx, userId, target.idsOf('profiles', row.id))) !== null) return false;
    if ((await namesOf(tx, userId)).length >= MAX_PROFILES) {
      throw new AppError('conflict', profilesTexts.tooMany);
    }
    const ids = await restoredIds(tx, target, row);
    await insertProfile(tx, { id, userId, name, ids, ...restoredTimes(row) });
    return true;
  });
}

async function restoredIds(
  tx: PrismaTx,
  target: RestoreTarget,
  row: ArchivedProfile,
): Promise<ComponentIds> {
  const ids = idsOf(row);
  for (const kind of COMPONENT_KINDS) {
    const there = target.idsOf(COMPONENT_SECTIONS[kind], ids[kind]);
    ids[kind] = await findComponent(tx, target.userId, kind, there);
  }
  return ids;
}

function restoredTimes(row: { createdAt: string; updatedAt: string }) {
  return { createdAt: restoredTime(row.createdAt), updatedAt: restoredTime(row.updatedAt) };
}

/** Chooses the profile that was chosen where the archive is from, unless this person has chosen one. */
export async function restoreSelection(
  target: RestoreTarget,
  profileId: string | null,
): Promise<boolean> {
  const { userId } = target;
  const id = await findOwnProfile(userId, target.idsOf('profiles', profileId));
  return id !== null && updateSelection(prisma, userId, id, { onlyFirst: true });
}

export const profileSections = [...componentSections, profiles];
