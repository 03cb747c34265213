import { mapInTurns } from '~/lib/concurrency/turns.server';

import { findPlace, type PatchText, type Placed, placePatches } from './patch';

/** Like `placePatches`; other requests get their turn between two patches, because a text may have 200,000 characters. */
export async function placeInTurns<Patch extends PatchText>(
  text: string,
  patches: readonly Patch[],
  strict = false,
): Promise<Placed<Patch>[]> {
  const found = await mapInTurns(patches, (patch) => findPlace(text, patch, strict));
  return placePatches(text, patches, strict, found);
}
