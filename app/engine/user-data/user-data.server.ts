import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

import type { ArchivedPreferences, ArchiveSection, RestoreTarget } from './archive';

export type DeletionStep = 'requested' | 'withdrawn' | 'started';

/** What a feature does with a user's data when an account is created, exported, restored, or deleted. */
export interface UserData {
  /** Adds what a new account starts with, in the transaction that creates it. */
  created?: (tx: Sql, account: { userId: UserScope; now: Date }) => Promise<void>;
  /** Reacts to a step of the account's deletion. May be called repeatedly, and in any order. */
  followDeletion?: (userId: UserScope, step: DeletionStep) => Promise<void>;
  /** The prefixes of its objects' keys, which continue with the user's id and a slash. */
  objects?: readonly string[];
  /** Stops what is running for the user. May be called repeatedly. */
  stop?: (userId: UserScope) => Promise<void>;
  /**
   * Removes some of the user's rows if there may be too many for one transaction, and returns false if none were left. All
   * others are removed with the user's row.
   */
  removeRows?: (userId: UserScope) => Promise<boolean>;
  /** Removes what holds the address of a removed account outside of its rows. Called after the removal, and again later. */
  removeAddress?: (email: string) => Promise<void>;
  /** Restores preferences, unless the person has chosen since, and returns true if it did. */
  restorePreferences?: (
    target: RestoreTarget,
    preferences: ArchivedPreferences,
  ) => Promise<boolean>;
  sections?: readonly ArchiveSection[];
}

const registered = singleton('account-data', () => new Map<string, UserData>());

export function registerUserData(feature: string, data: UserData): void {
  registered.set(feature, data);
}

export function allUserData(): UserData[] {
  return [...registered.values()];
}

export async function followDeletionOf(userId: UserScope, step: DeletionStep): Promise<void> {
  for (const { followDeletion } of allUserData()) await followDeletion?.(userId, step);
}

/** All sections, each after those that it refers to: the order in which they must be restored. */
export function archiveSections(): ArchiveSection[] {
  const waiting = allUserData().flatMap(({ sections = [] }) => sections);
  const known = new Set(waiting.map(({ name }) => name));
  const ordered: ArchiveSection[] = [];
  while (waiting.length > 0) {
    const done = new Set(ordered.map(({ name }) => name));
    const next = waiting.findIndex(({ after }) =>
      after.every((name) => done.has(name) || !known.has(name)),
    );
    if (next < 0) throw new Error('sections of the archive wait for each other');
    ordered.push(...waiting.splice(next, 1));
  }
  return ordered;
}

/** @throws Error when no feature has a section of this name */
export function findSection(name: string): ArchiveSection {
  for (const { sections = [] } of registered.values()) {
    const found = sections.find((section) => section.name === name);
    if (found) return found;
  }
  throw new Error(`no feature has a section ${name}`);
}
