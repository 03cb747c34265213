import { singleton } from '~/lib/singleton.server';

import type { ArchiveSection } from './archive';

/** What a feature keeps of a user: how it ends, and how it leaves. */
export interface AccountData {
  /** How the keys of its objects begin; they go on with the user's id and a slash. */
  objects?: readonly string[];
  /** Breaks off what is being made for the user. May be called again. */
  stop?: (userId: string) => Promise<void>;
  /**
   * Removes some of the user's rows, where there may be too many for one transaction; false when none were left. All
   * others go with the user's row.
   */
  removeRows?: (userId: string) => Promise<boolean>;
  /** What of it goes into an archive; in the order in which it has to come back. */
  sections?: readonly ArchiveSection[];
}

const registered = singleton('account-data', () => new Map<string, AccountData>());

/** A feature tells what has to be removed with an account. */
export function registerAccountData(feature: string, data: AccountData): void {
  registered.set(feature, data);
}

/** What the features of this process told. */
export function allAccountData(): AccountData[] {
  return [...registered.values()];
}
