import { useCallback, useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client, refusalText, SignedOut } from '~/http/client';

import { onExportEvent } from '../imports/import-events';
import { applyExportEvent, isUnfinished, mergeExport } from '../imports/import-list';
import { pageTexts } from '../page/texts';
import type { ExportView } from '../page/import-export';
import type { ExportsApi } from './routes/exports';
import { useReloadOnMissed } from '../page/use-lists';

const api = client<ExportsApi>();

export interface Exports {
  /** The newest one; undefined until the list has loaded. */
  latest: ExportView | null | undefined;
  failed: boolean;
  reload(): void;
  begin(): Promise<void>;
  /** Cancels an unfinished one, or deletes one that has ended. */
  remove(view: ExportView): Promise<boolean>;
}

/** The archives of the person's account, kept up to date by live events. */
export function useExports(): Exports {
  const [list, setList] = useState<readonly ExportView[]>();
  const [failed, setFailed] = useState(false);

  const load = useCallback(() => {
    api.get('/api/exports').then(
      ({ items }) => {
        setFailed(false);
        setList(items.reduce(mergeExport, []));
      },
      (error: unknown) => setFailed(!(error instanceof SignedOut)),
    );
  }, []);
  useEffect(load, [load]);
  useEffect(
    () => onExportEvent((event) => setList((old) => old && applyExportEvent(old, event))),
    [],
  );
  useReloadOnMissed(load, (list ?? []).some(isUnfinished));

  return {
    latest: list && (list.find(({ state }) => state !== 'canceled') ?? null),
    failed,
    reload: useCallback(() => {
      setFailed(false);
      load();
    }, [load]),
    begin: useCallback(async () => {
      try {
        const view = await api.post('/api/exports');
        setList((old) => mergeExport(old ?? [], view));
      } catch (error) {
        showFailure(error, refusalText(error, pageTexts.exportFailed));
        load();
      }
    }, [load]),
    remove: useCallback(
      async (view) => {
        try {
          await api.del('/api/exports/:id', { params: { id: view.id } });
          setList((old) => old?.filter(({ id }) => id !== view.id));
          return true;
        } catch (error) {
          const text = isUnfinished(view)
            ? pageTexts.exportCancelFailed
            : pageTexts.exportRemoveFailed;
          showFailure(error, refusalText(error, text));
          load();
          return false;
        }
      },
      [load],
    ),
  };
}
