import { useCallback, useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client, refusalText, SignedOut } from '~/http/client';

import { onImportChange, publishHere } from './import-events';
import { isWorking, mergeImport } from './import-list';
import { pageTexts } from '../page/texts';
import type { ImportChoice, ImportView } from '../page/import-export';
import type { ImportsApi } from './routes/imports';
import { stopUpload } from '../uploads/use-upload';
import { useReloadOnMissed } from '../page/use-lists';

const api = client<ImportsApi>();

export interface Imports {
  /** Newest first; null until they have loaded. */
  list: readonly ImportView[] | null;
  /** Whether loading failed. */
  failed: boolean;
  reload(): void;
  /** Each resolves to false when it failed; the person has seen why. */
  start(view: ImportView, choice: ImportChoice): Promise<boolean>;
  cancel(view: ImportView): Promise<boolean>;
  remove(view: ImportView): Promise<boolean>;
}

/** The person's imports, kept up to date by live events. */
export function useImports(): Imports {
  const [list, setList] = useState<readonly ImportView[] | null>(null);
  const [failed, setFailed] = useState(false);

  const load = useCallback(() => {
    api.get('/api/imports').then(
      ({ items }) => {
        setFailed(false);
        setList((old) => items.reduce(mergeImport, old ?? []));
      },
      (error: unknown) => setFailed(!(error instanceof SignedOut)),
    );
  }, []);
  useEffect(load, [load]);
  useEffect(() => onImportChange((view) => setList((old) => old && mergeImport(old, view))), []);
  useReloadOnMissed(load, (list ?? []).some(isWorking));

  const act = useCallback(
    async (id: string, work: () => Promise<ImportView>, text: string): Promise<boolean> => {
      try {
        publishHere(await work());
        return true;
      } catch (error) {
        showFailure(error, refusalText(error, text));
        // Its state may have changed meanwhile.
        api.get('/api/imports/:id', { params: { id } }).then(publishHere, () => undefined);
        return false;
      }
    },
    [],
  );

  return {
    list,
    failed,
    reload: useCallback(() => {
      setFailed(false);
      load();
    }, [load]),
    start: useCallback(
      (view, choice) =>
        act(
          view.id,
          () => api.post('/api/imports/:id/start', { params: { id: view.id }, body: choice }),
          pageTexts.startFailed,
        ),
      [act],
    ),
    cancel: useCallback(
      (view) => {
        stopUpload(view.id);
        return act(
          view.id,
          () => api.post('/api/imports/:id/cancel', { params: { id: view.id } }),
          pageTexts.cancelFailed,
        );
      },
      [act],
    ),
    remove: useCallback(
      (view) =>
        act(
          view.id,
          () => api.del('/api/imports/:id', { params: { id: view.id } }),
          pageTexts.removeFailed,
        ),
      [act],
    ),
  };
}
