import { useCallback, useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { refusalText } from '~/http/client';
import { toastSuccess } from '~/ui/feedback/toast';

import { brandCheckTexts } from './texts';

interface Ignored {
  ignored: readonly string[];
  ignore: (key: string, ignored: boolean) => void;
}

/**
 * Keys of the findings that are ignored in a text, shown at once; a change that couldn't be stored is taken back. `store`
 * resolves to all keys, `onElsewhere` (stable) tells what other tabs ignored.
 */
export function useIgnored(
  loaded: readonly string[],
  store: (key: string, ignored: boolean) => Promise<readonly string[]>,
  onElsewhere?: (listener: (keys: readonly string[]) => void) => () => void,
): Ignored {
  // Each load brings a new list, mostly the same.
  const known = loaded.join('\n');
  const [from, setFrom] = useState(known);
  const [ignored, setIgnored] = useState(loaded);
  if (from !== known) {
    setFrom(known);
    setIgnored(loaded);
  }
  useEffect(() => onElsewhere?.(setIgnored), [onElsewhere]);

  const change = useCallback(
    (key: string, isIgnored: boolean) => {
      const apply = (keys: readonly string[], add: boolean) => {
        const others = keys.filter((one) => one !== key);
        return add ? [...others, key] : others;
      };
      setIgnored((keys) => apply(keys, isIgnored));
      return store(key, isIgnored).then(
        (keys) => {
          setIgnored(keys);
          return true;
        },
        (error: unknown) => {
          setIgnored((keys) => apply(keys, !isIgnored));
          showFailure(error, refusalText(error, brandCheckTexts.ignoreFailed));
          return false;
        },
      );
    },
    [store],
  );
  const ignore = useCallback(
    (key: string, isIgnored: boolean) => {
      void change(key, isIgnored).then((done) => {
        if (!done || !isIgnored) return;
        const undo = { label: 'Undo', run: () => void change(key, false) };
        toastSuccess(brandCheckTexts.ignored, undo);
      });
    },
    [change],
  );
  return { ignored, ignore };
}
