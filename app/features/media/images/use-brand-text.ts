import { useCallback, useEffect, useState } from 'react';

import { requestBrandText } from '../media-requests';

export interface BrandText {
  /** What of the profile goes into a prompt; null while that is not known. */
  text: string | null;
  failed: boolean;
  retry(): void;
}

/** What of this profile goes into a prompt, as the server puts it together. */
export function useBrandText(profileId: string | null): BrandText {
  const [known, setKnown] = useState<{ profileId: string; text: string | null }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (profileId === null) return;
    let current = true;
    requestBrandText(profileId).then(
      (text) => current && setKnown({ profileId, text }),
      // Said at its field, which offers to try again.
      () => current && setKnown({ profileId, text: null }),
    );
    return () => {
      current = false;
    };
  }, [profileId, attempt]);
  const retry = useCallback(() => {
    setKnown(undefined);
    setAttempt((times) => times + 1);
  }, []);
  if (profileId === null) return { text: '', failed: false, retry };
  const isKnown = known?.profileId === profileId;
  return { text: isKnown ? known.text : null, failed: isKnown && known.text === null, retry };
}
