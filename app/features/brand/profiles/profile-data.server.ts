import type { PrismaTx, Sql } from '~/lib/db/index.server';
import type { Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type { ComponentKind } from '../components/component';
import type { ComponentIds, ProfileBasics } from './profile';

// Owns `profiles`, and which of them a user has selected. Every condition has the owner.

const SELECTED = {
  id: true,
  name: true,
  version: true,
  brandStoryId: true,
  customerJourneyId: true,
  solutionSuiteId: true,
  campaignFrameworkId: true,
} satisfies Prisma.ProfileSelect;

type SelectedProfile = Prisma.ProfileGetPayload<{ select: typeof SELECTED }>;

export interface ProfileRow {
  id: string;
  name: string;
  version: number;
  ids: ComponentIds;
}

function toRow(profile: SelectedProfile): ProfileRow {
  const { id, name, version } = profile;
  return { id, name, version, ids: idsOf(profile) };
}

function idsOf(row: Record<`${ComponentKind}Id`, string | null>): ComponentIds {
  return {
    brandStory: row.brandStoryId,
    customerJourney: row.customerJourneyId,
    solutionSuite: row.solutionSuiteId,
    campaignFramework: row.campaignFrameworkId,
  };
}

function columnsOf(
  ids: Partial<ComponentIds>,
): Partial<Record<`${ComponentKind}Id`, string | null>> {
  return Object.fromEntries(Object.entries(ids).map(([kind, id]) => [`${kind}Id`, id]));
}

/**
 * Serializes changes to which profiles a user has and which components they use: a component that is shared now may
 * be deleted a moment later. SQL: locks the row.
 */
export async function lockProfiles(sql: Sql, userId: UserScope): Promise<void> {
  await sql.query(`SELECT 1 FROM users WHERE id = $1::uuid FOR NO KEY UPDATE`, [userId]);
}

/** All of a user's profiles by name, and which of them is selected. SQL: Prisma can't sort by lower(name). */
export async function listRows(
  sql: Sql,
  userId: UserScope,
): Promise<(ProfileRow & { selected: boolean })[]> {
  const rows = await sql.query<SelectedProfile & { selected: boolean }>(
    `SELECT p.id, p.name, p.version, p.brand_story_id,
            p.customer_journey_id, p.solution_suite_id,
            p.campaign_framework_id,
            p.id IS NOT DISTINCT FROM u.selected_profile_id AS selected
       FROM profiles p JOIN users u ON u.id = p.user_id
      WHERE p.user_id = $1::uuid ORDER BY lower(p.name), p.id`,
    [userId],
    // Runs for every page of the chat.
    { prepared: true },
  );
  return rows.map((row) => ({ ...toRow(row), selected: row.selected }));
}

export async function findProfile(
  db: PrismaTx,
  userId: UserScope,
  id: string,
): Promise<ProfileRow | null> {
  const profile = await db.profile.findFirst({ where: { id, userId }, select: SELECTED });
  return profile && toRow(profile);
}

/** The basics of all of a user's profiles, by id. */
export async function findBasics(
  db: PrismaTx,
  userId: UserScope,
): Promise<Map<string, ProfileBasics>> {
  const profiles = await db.profile.findMany({
    where: { userId },
    select: {
      id: true,
      brandStory: { select: { brandVoice: true } },
      customerJourney: { select: { idealCustomer: true } },
      solutionSuite: { select: { callToAction: true } },
    },
  });
  return new Map(
    profiles.map(({ id, brandStory, customerJourney, solutionSuite }) => [
      id,
      {
        idealCustomer: customerJourney?.idealCustomer ?? '',
        callToAction: solutionSuite?.callToAction ?? '',
        brandVoice: brandStory?.brandVoice ?? '',
      },
    ]),
  );
}

/** The names of all of a user's profiles, in no particular order. */
export async function namesOf(db: PrismaTx, userId: UserScope): Promise<string[]> {
  const profiles = await db.profile.findMany({ where: { userId }, select: { name: true } });
  return profiles.map(({ name }) => name);
}

/** Whether any of the user's profiles has a component. */
export async function hasComponents(db: PrismaTx, userId: UserScope): Promise<boolean> {
  const kinds = ['brandStoryId', 'customerJourneyId', 'solutionSuiteId', 'campaignFrameworkId'];
  const found = await db.profile.findFirst({
    where: { userId, OR: kinds.map((kind) => ({ [kind]: { not: null } })) },
    select: { id: true },
  });
  return found !== null;
}

export async function insertProfile(
  db: PrismaTx,
  profile: {
    id: string;
    userId: UserScope;
    name: string;
    ids: Partial<ComponentIds>;
  },
): Promise<void> {
  const { ids, ...row } = profile;
  await db.profile.create({ data: { ...row, ...columnsOf(ids) }, select: { id: true } });
}

/** Gives the profile a new name or other components if it is still in that version. */
export async function updateProfile(
  db: PrismaTx,
  at: { userId: UserScope; id: string; version: number },
  { ids = {}, ...name }: { name?: string; ids?: Partial<ComponentIds> },
): Promise<boolean> {
  const { count } = await db.profile.updateMany({
    where: at,
    data: { ...name, ...columnsOf(ids), version: { increment: 1 }, updatedAt: new Date() },
  });
  return count > 0;
}

/** Adds the profile's first component of a kind. This contradicts no one's choice, so the version stays. */
export async function addComponentId(
  db: PrismaTx,
  userId: UserScope,
  id: string,
  kind: ComponentKind,
  componentId: string,
): Promise<void> {
  await db.profile.updateMany({
    where: { id, userId, ...columnsOf({ [kind]: null }) },
    data: { ...columnsOf({ [kind]: componentId }), updatedAt: new Date() },
  });
}

export async function deleteRow(db: PrismaTx, userId: UserScope, id: string): Promise<void> {
  await db.profile.deleteMany({ where: { id, userId } });
}

export async function selectedProfile(db: PrismaTx, userId: UserScope): Promise<string | null> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { selectedProfileId: true },
  });
  return user?.selectedProfileId ?? null;
}

/**
 * Selects the profile; with `onlyFirst`, only if none is selected yet. False when nothing changed, or the profile
 * isn't the user's.
 */
export async function updateSelection(
  db: PrismaTx,
  userId: UserScope,
  profileId: string | null,
  { onlyFirst = false } = {},
): Promise<boolean> {
  const { count } = await db.user.updateMany({
    where: {
      id: userId,
      ...(onlyFirst && { selectedProfileId: null }),
      ...(profileId !== null && { profiles: { some: { id: profileId } } }),
    },
    data: { selectedProfileId: profileId },
  });
  return count > 0;
}
