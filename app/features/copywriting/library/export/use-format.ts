import { useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';

import type { FormatId } from '../../formats/formats';
import { onContentChange, reasonOf, requestFormat } from '../saved-requests';
import { copyTexts } from '../texts';

/** What a content is written as, kept true by live changes, and the way to say it. */
export function useFormat(
  id: string,
  loaded: FormatId | null,
): { format: FormatId | null; choose: (format: FormatId | null) => void } {
  const [from, setFrom] = useState(loaded);
  const [format, setFormat] = useState(loaded);
  if (from !== loaded) {
    setFrom(loaded);
    setFormat(loaded);
  }
  useEffect(
    () =>
      onContentChange((change) => {
        if (change.type === 'changed' && change.item.id === id) setFormat(change.item.format);
      }),
    [id],
  );

  function choose(wanted: FormatId | null) {
    const before = format;
    setFormat(wanted);
    requestFormat(id, wanted).catch((error: unknown) => {
      setFormat(before);
      showFailure(error, reasonOf(error, copyTexts.formatFailed));
    });
  }
  return { format, choose };
}
