import { describe, expect, test } from 'vitest';

import { applyExportEvent, isPast, mergeExport, mergeImport } from './import-list';
import type { ExportView, ImportState, ImportView } from '../page/import-export';

function view(id: string, state: ImportState, more: Partial<ImportView> = {}): ImportView {
  return {
    id,
    state,
    service: null,
    files: [{ name: 'export.zip', size: 30, received: [] }],
    partSize: 10,
    createdAt: Number(id),
    finishedAt: null,
    progress: 0,
    reason: null,
    found: null,
    result: null,
    ...more,
  };
}

describe('merging an import into the list', () => {
  test('puts a new import first', () => {
    expect(mergeImport([view('1', 'done')], view('2', 'uploading')).map(({ id }) => id)).toEqual([
      '2',
      '1',
    ]);
  });

  test('ignores an earlier state that arrives late', () => {
    const list = [view('1', 'done')];
    expect(mergeImport(list, view('1', 'importing', { progress: 90 }))).toBe(list);
    expect(mergeImport(list, view('1', 'removing'))[0]?.state).toBe('removing');
  });

  test('keeps the list of parts that have arrived', () => {
    const list = [
      view('1', 'uploading', { files: [{ name: 'export.zip', size: 30, received: [0, 2] }] }),
    ];
    expect(mergeImport(list, view('1', 'uploading'))[0]?.files[0]?.received).toEqual([0, 2]);
  });

  test('leaves out a canceled import that imported nothing', () => {
    const result = {
      imported: 2,
      updated: 0,
      skipped: 0,
      messages: 4,
      files: 0,
      missingFiles: 0,
      others: {},
    };
    expect(isPast(view('1', 'canceled'))).toBe(false);
    expect(isPast(view('1', 'canceled', { result }))).toBe(true);
    expect(isPast(view('1', 'failed'))).toBe(true);
    expect(isPast(view('1', 'ready'))).toBe(false);
  });
});

test('an export that starts again after a crash is shown as queued, but a ready one stays ready', () => {
  const one: ExportView = {
    id: '1',
    state: 'running',
    createdAt: 1,
    progress: 40,
    size: null,
    expiresAt: null,
    reason: null,
  };
  expect(mergeExport([one], { ...one, state: 'queued', progress: 0 })[0]?.state).toBe('queued');
  const ready = [{ ...one, state: 'ready' as const }];
  expect(mergeExport(ready, one)).toBe(ready);
});

test('an export that was deleted elsewhere leaves the list, and the others stay', () => {
  const viewOf = (id: string, state: ExportView['state']): ExportView => ({
    id,
    state,
    createdAt: Number(id),
    progress: 100,
    size: null,
    expiresAt: null,
    reason: null,
  });
  const list = [viewOf('2', 'ready'), viewOf('1', 'expired')];
  expect(applyExportEvent(list, { removed: '2' })).toEqual([viewOf('1', 'expired')]);
  expect(applyExportEvent(list, { export: viewOf('2', 'expired') })[0]?.state).toBe('expired');
});
