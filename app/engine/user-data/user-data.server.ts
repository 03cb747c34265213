import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

import type { ArchivedPreferences, ArchiveSection, RestoreTarget } from './archive';

export type DeletionStep = 'requested' | 'withdrawn' | 'started';

/** What a feature keeps of a user: how it ends, and how it leaves. */
export interface UserData {
  /** Adds what a new account starts with, in the transaction that creates it. */
  created?: (tx: Sql, account: { userId: UserScope; now: Date }) => Promise<void>;
  /**
   * Follows a deletion: its owner asked for it, took it back, or its day has come. May be called again, and in any order.
   */
  followDeletion?: (userId: UserScope, step: DeletionStep) => Promise<void>;
  /** How the keys of its objects begin; they go on with the user's id and a slash. */
  objects?: readonly string[];
  /** Breaks off what is being made for the user. May be called again. */
  stop?: (userId: UserScope) => Promise<void>;
  /**
   * Removes some of the user's rows, where there may be too many for one transaction; false when none were left. All
   * others go with the user's row.
   */
  removeRows?: (userId: UserScope) => Promise<boolean>;
  /**
   * Removes what holds this address and isn't a user's row: it belonged to an account that is gone. Called once the account is
   * removed, and again later.
   */
  removeAddress?: (email: string) => Promise<void>;
  /** Restores what the person preferred, unless they have chosen since; whether it did. */
  restorePreferences?: (
    target: RestoreTarget,
    preferences: ArchivedPreferences,
  ) => Promise<boolean>;
  /** What of it goes into an archive. */
  sections?: readonly ArchiveSection[];
}

const registered = singleton('account-data', () => new Map<string, UserData>());

/** A feature tells what has to be removed with an account. */
export function registerUserData(feature: string, data: UserData): void {
  registered.set(feature, data);
}

/** What the features of this process told. */
export function allUserData(): UserData[] {
  return [...registered.values()];
}

/** Tells every feature. */
export async function followDeletionOf(userId: UserScope, step: DeletionStep): Promise<void> {
  for (const { followDeletion } of allUserData()) await followDeletion?.(userId, step);
}

/** What goes into an archive: what others refer to first, which is the order in which it has to come back. */
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

/** The section of this name. */
export function findSection(name: string): ArchiveSection {
  for (const { sections = [] } of registered.values()) {
    const found = sections.find((section) => section.name === name);
    if (found) return found;
  }
  throw new Error(`no feature has a section ${name}`);
}
