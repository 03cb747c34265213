import { describe, expect, test } from 'vitest';

import { changedExports, isWorthTelling, mergeExport, mergeImport } from './import-list';
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

describe('news of an import', () => {
  test('of a new one stand first', () => {
    expect(mergeImport([view('1', 'done')], view('2', 'uploading')).map(({ id }) => id)).toEqual([
      '2',
      '1',
    ]);
  });

  test('that come late do not take it back', () => {
    const list = [view('1', 'done')];
    expect(mergeImport(list, view('1', 'importing', { progress: 90 }))).toBe(list);
    expect(mergeImport(list, view('1', 'removing'))[0]?.state).toBe('removing');
  });

  test('do not forget which parts have arrived', () => {
    const list = [
      view('1', 'uploading', { files: [{ name: 'export.zip', size: 30, received: [0, 2] }] }),
    ];
    expect(mergeImport(list, view('1', 'uploading'))[0]?.files[0]?.received).toEqual([0, 2]);
  });

  test('that was given up with nothing in it are not told', () => {
    const result = {
      imported: 2,
      updated: 0,
      skipped: 0,
      messages: 4,
      files: 0,
      missingFiles: 0,
      others: {},
    };
    expect(isWorthTelling(view('1', 'canceled'))).toBe(false);
    expect(isWorthTelling(view('1', 'canceled', { result }))).toBe(true);
    expect(isWorthTelling(view('1', 'failed'))).toBe(true);
    expect(isWorthTelling(view('1', 'ready'))).toBe(false);
  });
});

test('an export that begins anew after a crash is shown so, one that is ready stays ready', () => {
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

test('an export that was removed elsewhere goes, the others stay', () => {
  const made = (id: string, state: ExportView['state']): ExportView => ({
    id,
    state,
    createdAt: Number(id),
    progress: 100,
    size: null,
    expiresAt: null,
    reason: null,
  });
  const list = [made('2', 'ready'), made('1', 'expired')];
  expect(changedExports(list, { removed: '2' })).toEqual([made('1', 'expired')]);
  expect(changedExports(list, { export: made('2', 'expired') })[0]?.state).toBe('expired');
});
