import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { ImportView } from '../../../app/features/import-export/page/import-export.ts';
import { KILL_POINTS, type KillPoint } from '../../../app/lib/kill-points.server.ts';
import { rawChain } from '../../factories/chatgpt/conversation.ts';
import { writeExport, type ExportOptions } from '../../factories/chatgpt/write-export.ts';
import { importExport } from '../../harness/upload-export.ts';
import { query } from '../../process/setup.ts';
import { signedUp, type Visitor } from '../../process/visitor.ts';
import { expectNoOrphans } from '../invariants.ts';
import { diesAtEachPoint, eachPoint } from './each-point.ts';
import { openKillable, patient, type Killable } from './killable.ts';

/** Another seed makes another export. */
let seed = 1_000;

/** Imports an export while `die` ends a process at the point, and expects everything once. */
async function importsOnce(
  app: Killable,
  person: Visitor,
  point: KillPoint,
  die: (work: () => Promise<ImportView>) => Promise<ImportView>,
) {
  const isLarge = point.includes('large conversation');
  const options = isLarge ? large() : { conversations: 320, turns: 1, assets: 3 };
  const file = join(app.settings.DATA_DIR ?? '', 'export.zip');
  const made = await writeExport(file, { ...options, seed: (seed += 1) });
  const written = isLarge ? { ...made, messages: LARGE_MESSAGES } : made;
  const before = await countsOf(app);
  const result = await die(() => importExport(patient(person.fetch), file));
  expect(result.result, point).toMatchObject({
    imported: written.conversations,
    updated: 0,
    skipped: 0,
    messages: written.messages,
    files: written.assets,
    missingFiles: 0,
  });
  const after = await countsOf(app);
  expect(after, point).toEqual({
    conversations: before.conversations + written.conversations,
    messages: before.messages + written.messages,
    files: before.files + written.assets,
  });
}

diesAtEachPoint('import', async () => {
  const app = await openKillable({});
  const person = await signedUp(app.address);
  const drive = (point: KillPoint, times: number) =>
    importsOnce(app, person, point, (work) => app.dieAt(point, work, times));
  await eachPoint('import', drive, [
    ['import: a batch committed', 2],
    ['import: step done, not ended', 2],
    ['import: a large conversation written', 2],
    ['import: a file stored, without its row', 2],
  ]);
  await expectNoOrphans(app.settings);
  await app.stop();
});

it('import: nothing is lost or duplicated when its own process dies at any point, and the app keeps running', async () => {
  const app = await openKillable({});
  const person = await signedUp(app.address);
  for (const point of KILL_POINTS.import) {
    if (OF_THE_APP.includes(point)) continue;
    await importsOnce(app, person, point, (work) => app.loseAt(point, work));
  }
  await expectNoOrphans(app.settings);
  await app.stop();
});

/** Points that the app itself passes. */
const OF_THE_APP: readonly KillPoint[] = ['import: a part stored, not noted', 'import: taken up'];

const LARGE_MESSAGES = 14;

/** A conversation so large that it's written in parts. */
function large(): ExportOptions {
  const id = randomUUID();
  const messages = Array.from({ length: LARGE_MESSAGES }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `${at} `.repeat(250_000),
  }));
  return { raw: [rawChain(id, messages)] };
}

async function countsOf({ databaseUrl }: Killable) {
  const [counts] = await query(
    databaseUrl,
    `SELECT (SELECT count(*)::int FROM conversations) AS conversations,
            (SELECT count(*)::int FROM messages) AS messages,
            (SELECT count(*)::int FROM attachments) AS files`,
  );
  return counts as { conversations: number; messages: number; files: number };
}
