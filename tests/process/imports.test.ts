import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, vi } from 'vitest';

import { rawChain, type RawConversation } from '../factories/chatgpt/conversation.ts';
import { writeExport, type ExportOptions } from '../factories/chatgpt/write-export.ts';
import { HANG } from '../harness/eventually.ts';
import { importExport, untilState, uploadExport } from '../harness/upload-export.ts';
import { start, installedDataDir, type AppProcess } from './setup.ts';
import { signedUp } from './visitor.ts';

const PATIENCE = { ...HANG, interval: 20 };
const SETTINGS = { RATE_LIMITS: 'false', LOG_LEVEL: 'info' };

async function open(options: ExportOptions) {
  const dataDir = await installedDataDir();
  const file = join(dataDir, 'export.zip');
  await writeExport(file, options);
  const app = start({ dataDir, settings: SETTINGS });
  const person = await signedUp(await app.ready);
  return { dataDir, file, app, person };
}

/** The ids of the import processes that this app has started. */
function importProcesses({ pid }: AppProcess): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => {
      try {
        const command = readFileSync(`/proc/${other}/cmdline`, 'utf8');
        const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${other}/status`, 'utf8'))?.[1];
        return command.includes('server/import.ts') && Number(parent) === pid;
      } catch {
        // It has ended in the meantime.
        return false;
      }
    });
}

const isAlive = (pid: number) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

/** A canvas document that would expand to 2^40 characters. */
function canvasBomb(): RawConversation {
  const call = (recipient: string, fields: unknown) => ({
    role: 'assistant',
    recipient,
    content: { content_type: 'code', text: JSON.stringify(fields) },
  });
  const update = { pattern: 'Z', multiple: true, replacement: 'ZaaaZ' };
  return rawChain('bomb', [
    { role: 'user', content: 'Write it' },
    call('canmore.create_textdoc', { name: 'bomb', type: 'document', content: 'Z' }),
    call('canmore.update_textdoc', { updates: Array.from({ length: 40 }, () => update) }),
    { role: 'assistant', content: 'Done' },
  ]);
}

const isLinux = process.platform === 'linux';

describe.skipIf(!isLinux)('an import in a process of its own', () => {
  it('fails with a reason after it was killed three times; the log has the cause, and the app keeps serving', async () => {
    const { app, person, file } = await open({ raw: [canvasBomb()] });
    const { id } = await uploadExport(person.fetch, file);
    let killed = 0;
    const killing = setInterval(() => {
      for (const pid of importProcesses(app)) {
        if (!isAlive(pid)) continue;
        process.kill(pid, 'SIGKILL');
        killed += 1;
      }
    }, 10);
    try {
      await person.fetch(`/api/imports/${id}/read`, { method: 'POST' });
      await expect(untilState(person.fetch, id, 'ready')).rejects.toThrow(/three times/);
    } finally {
      clearInterval(killing);
    }
    expect(killed).toBeGreaterThanOrEqual(3);
    expect(app.stdout().match(/the process of an import died/g)).toHaveLength(3);
    expect((await person.fetch('/healthz')).status).toBe(200);
    // The next import has all its attempts, and the expanding document is limited.
    const done = await importExport(person.fetch, file);
    expect(done.result).toMatchObject({ imported: 1, skipped: 0 });
    expect(app.stdout().match(/the process of an import died/g)).toHaveLength(3);
  }, 240_000);

  it('ends at once when the import is canceled or the app is killed', async () => {
    const { app, person, file } = await open({ conversations: 6_000, compress: false });
    const begin = async () => {
      const { id } = await uploadExport(person.fetch, file);
      await person.fetch(`/api/imports/${id}/read`, { method: 'POST' });
      return { id, pid: await vi.waitUntil(() => importProcesses(app)[0], PATIENCE) };
    };
    const canceled = await begin();
    await person.fetch(`/api/imports/${canceled.id}/cancel`, { method: 'POST' });
    await vi.waitUntil(() => !isAlive(canceled.pid), PATIENCE);
    const left = await begin();
    app.kill('SIGKILL');
    await vi.waitUntil(() => !isAlive(left.pid), PATIENCE);
  }, 240_000);
});
