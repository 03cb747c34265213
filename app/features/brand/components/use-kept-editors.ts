import { useEffect } from 'react';

import { readTypedDraft } from '~/lib/tab-drafts';

interface KeptEditor {
  restore(draft: string): void;
  flush(leaving?: boolean): Promise<void>;
}

/**
 * Keeps unsaved text of editors, which are known by the names of their drafts: restores what an earlier visit left, and saves
 * when the user leaves or is online again. `editors` must stay the same object.
 */
export function useKeptEditors(editors: Readonly<Record<string, KeptEditor>>): void {
  // Must run before anything else: any change to an editor replaces its stored draft.
  useEffect(() => {
    for (const [name, editor] of Object.entries(editors)) editor.restore(readTypedDraft(name));
  }, [editors]);

  useEffect(() => {
    const flush = (leaving = false) => {
      for (const editor of Object.values(editors)) void editor.flush(leaving);
    };
    const onOnline = () => flush();
    const onHide = () => {
      if (document.visibilityState === 'hidden') flush(true);
    };
    window.addEventListener('online', onOnline);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('online', onOnline);
      document.removeEventListener('visibilitychange', onHide);
      flush();
    };
  }, [editors]);
}
