import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';
import { byName } from '~/lib/text/by-name';

import type { ComponentKind } from '../components/component';
import { type LookText, type LookValues, lookValues } from '../look/look';
import type { ComponentIds, ProfileBasics } from './profile';

// Owns `profiles`, and which of them a user has selected. Every condition has the owner.

const LOOK = {
  primaryColor: true,
  secondaryColor: true,
  accentColor: true,
  backgroundColor: true,
  textColor: true,
  headingFont: true,
  bodyFont: true,
  lookVersion: true,
  logoId: true,
  logoBytes: true,
} satisfies Record<LookText, true> & Prisma.ProfileSelect;

const SELECTED = {
  id: true,
  name: true,
  version: true,
  ...LOOK,
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
  look: LookRow;
}

export interface LookRow {
  version: number;
  values: LookValues;
  logoId: string | null;
  logoBytes: number;
}

function toRow(profile: SelectedProfile): ProfileRow {
  const { id, name, version, lookVersion, logoId, logoBytes } = profile;
  const look = { version: lookVersion, values: lookValues(profile), logoId, logoBytes };
  return { id, name, version, ids: idsOf(profile), look };
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

/** All of a user's profiles by name, and which of them is selected. SQL: is hot. */
export async function listRows(
  sql: Sql,
  userId: UserScope,
): Promise<(ProfileRow & { selected: boolean })[]> {
  const rows = await sql.query<SelectedProfile & { selected: boolean }>(
    `SELECT p.id, p.name, p.version, p.brand_story_id,
            p.customer_journey_id, p.solution_suite_id,
            p.campaign_framework_id,
            p.primary_color, p.secondary_color, p.accent_color, p.background_color, p.text_color,
            p.heading_font, p.body_font, p.look_version, p.logo_id, p.logo_bytes,
            p.id IS NOT DISTINCT FROM u.selected_profile_id AS selected
       FROM profiles p JOIN users u ON u.id = p.user_id
      WHERE p.user_id = $1::uuid`,
    [userId],
    // Runs for every page of the chat.
    { prepared: true },
  );
  return rows.sort(byName).map((row) => ({ ...toRow(row), selected: row.selected }));
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
    look?: LookRow;
    voiceRules?: Prisma.JsonObject[];
  },
): Promise<void> {
  const { ids, look, ...row } = profile;
  const { values, logoId = null, logoBytes = 0 } = look ?? {};
  await db.profile.create({
    data: { ...row, ...columnsOf(ids), ...values, logoId, logoBytes },
    select: { id: true },
  });
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

/** Writes these texts of the look if it is still in that version. */
export async function updateLook(
  db: PrismaTx,
  { userId, id, version }: { userId: UserScope; id: string; version: number },
  values: Partial<LookValues>,
): Promise<boolean> {
  const { count } = await db.profile.updateMany({
    where: { id, userId, lookVersion: version },
    data: { ...values, lookVersion: { increment: 1 }, updatedAt: new Date() },
  });
  return count > 0;
}

/** Gives the profile another logo, or none. */
export async function updateLogo(
  db: PrismaTx,
  userId: UserScope,
  id: string,
  logo: { logoId: string | null; logoBytes: number },
): Promise<void> {
  await db.profile.updateMany({ where: { id, userId }, data: { ...logo, updatedAt: new Date() } });
}

/** Whether any profile has this logo. Duplicates share theirs. */
export async function isLogoUsed(
  db: PrismaTx,
  userId: UserScope,
  logoId: string,
): Promise<boolean> {
  return (await db.profile.count({ where: { userId, logoId } })) > 0;
}

/** Those of these ids that are logos of anyone's profiles. */
export async function knownLogos(ids: string[]): Promise<string[]> {
  const rows = await prisma.profile.findMany({
    where: { logoId: { in: ids } },
    select: { logoId: true },
  });
  return rows.flatMap(({ logoId }) => logoId ?? []);
}

/** The bytes of all of a user's logos. SQL: joins the transaction that holds the storage's lock. */
export async function countLogoBytes(sql: Sql, userId: UserScope): Promise<number> {
  const [row] = await sql.query<{ bytes: number }>(
    `SELECT coalesce(sum(l.logo_bytes), 0)::int AS bytes
       FROM (SELECT DISTINCT logo_id, logo_bytes FROM profiles
              WHERE user_id = $1::uuid AND logo_id IS NOT NULL) l`,
    [userId],
  );
  return row?.bytes ?? 0;
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
