import { useState } from 'react';

import { useProfiles } from '~/features/brand';

/** The brand that the text is checked and rewritten for: the one in use, until the person chooses another here. */
export function useBrandOf() {
  const { profiles, selected } = useProfiles(null);
  const [chosen, chooseProfile] = useState<string | null>();
  const chosenId = chosen === undefined ? (selected?.id ?? null) : chosen;
  // A profile that no longer exists counts as none.
  const brand = profiles?.find(({ id }) => id === chosenId) ?? null;
  return { profiles, profileId: brand?.id ?? null, brand: brand ?? selected, chooseProfile };
}
