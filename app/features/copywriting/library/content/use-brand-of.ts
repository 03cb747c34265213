import { useState } from 'react';

import { useProfiles } from '~/features/brand';

/**
 * The brand that the text is previewed, checked, and rewritten for, until the person chooses another here: the one it was written
 * for, or the one in use if that isn't known or is gone.
 */
export function useBrandOf(writtenFor: string | null) {
  const { profiles, selected } = useProfiles(null);
  const [chosen, chooseProfile] = useState<string | null>();
  const find = (wanted: string | null) => profiles?.find(({ id }) => id === wanted) ?? null;
  // A profile that no longer exists counts as none.
  const brand = chosen === undefined ? (find(writtenFor) ?? selected) : find(chosen);
  return { profiles, profileId: brand?.id ?? null, brand: brand ?? selected, chooseProfile };
}
