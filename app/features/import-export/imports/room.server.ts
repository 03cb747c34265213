import { roomLeft } from '~/engine/user-data/index.server';
import { sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

/** What may still be stored for a user, while several files are on their way. */
export interface Room {
  /** False when there is no room for so many bytes more. */
  take(bytes: number): Promise<boolean>;
  /** They have their rows now, or are gone again. */
  settle(bytes: number): void;
}

/** What others store meanwhile is seen after so long. */
const FRESH_MS = 5_000;

export function roomOf(userId: UserScope): Room {
  let left = 0;
  let lookedAt = -Infinity;
  /** Taken since it was looked up, and not in what was found then. */
  let taken = 0;
  let pending = 0;
  return {
    async take(bytes) {
      if (performance.now() - lookedAt > FRESH_MS) {
        left = await roomLeft(sql, userId);
        lookedAt = performance.now();
        taken = pending;
      }
      if (taken + bytes > left) return false;
      taken += bytes;
      pending += bytes;
      return true;
    },
    settle(bytes) {
      pending -= bytes;
    },
  };
}
