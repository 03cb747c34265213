import { singleton } from '~/lib/singleton.server';

/** How many of a feature's things go by a profile of the user's. */
type CountUses = (userId: string, profileId: string) => Promise<number>;

const counts = singleton('profile-uses', () => new Map<string, CountUses>());

/**
 * A feature whose things name a profile says here how many do, so that whoever deletes the profile hears of it.
 * `noun` takes a plural s: `conversation`.
 */
export function registerProfileUse(noun: string, count: CountUses): void {
  counts.set(noun, count);
}

/** What goes by a profile, in words: `3 conversations`. */
export async function usesOf(userId: string, profileId: string): Promise<string[]> {
  const uses = await Promise.all(
    [...counts].map(async ([noun, count]) => ({ noun, number: await count(userId, profileId) })),
  );
  return uses
    .filter(({ number }) => number > 0)
    .map(
      ({ noun, number }) => `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`,
    );
}
