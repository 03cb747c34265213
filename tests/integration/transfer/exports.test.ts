import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// Whatever process writes an archive knows all features.
import '~/lifecycle.server';
import { archiveSections } from '~/features/account-data/index.server';
import {
  listExports,
  makeExport,
  removeExport,
  requestExport,
  serveExport,
  sweepExports,
  tidyExports,
  exportMail,
} from '~/features/transfer/index.server';
import { objects } from '~/gateways/objects/index.server';
import { prisma, sql } from '~/lib/db/index.server';
import { env } from '~/lib/env.server';
import { newId } from '~/lib/ids.server';

import { readOutbox } from '../../harness/outbox';
import { createConversation, createMessages } from '../../factories/conversations';
import { unpackArchive, type Unpacked } from '../../factories/archive';
import { createUser, type TestUser } from '../../factories/users';
import { fillTables, userTables } from '../account/filled-tables';

const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-exports-'));
Object.assign(env(), { DATA_DIR: dataDir });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const DAY = 24 * 3_600_000;
const GONE = { code: 'not-found' };

let user: TestUser;
beforeEach(async () => {
  user = await createUser({ firstName: 'Ada', lastName: 'Byron' });
});
afterEach(() => vi.restoreAllMocks());

const asked = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://app.test/', { headers, method });

async function download(of: TestUser, id: string): Promise<Buffer> {
  const response = await serveExport(of.id, id, asked());
  return Buffer.from(await response.arrayBuffer());
}

async function exportOf(of: TestUser): Promise<{ id: string; archive: Unpacked }> {
  const { id } = await requestExport(of.id);
  await makeExport.run({ userId: of.id, exportId: id });
  return { id, archive: await unpackArchive(await download(of, id)) };
}

const keysOf = async (of: TestUser) => {
  const { objects: listed } = await (await objects()).list(`exports/${of.id}/`);
  return listed.map(({ key }) => key);
};

const only = async (of: TestUser) => (await listExports(of.id)).items[0];

test('an archive has everything, whole, and its manifest says what', async () => {
  const conversation = await createConversation(user, { title: 'Bread / Brot' });
  const said = await createMessages(conversation, ['How?', 'With **flour**.']);
  await createMessages(conversation, ['Otherwise?'], said[0]!.id);
  await fillTables(user.id);
  const { archive } = await exportOf(user);
  expect(archive.manifest).toMatchObject({
    format: 'brandwright-archive',
    version: 1,
    account: { name: 'Ada Byron', email: user.email },
  });
  console.log([...archive.files.keys()].join('\n'), JSON.stringify(archive.manifest.sections), archive.manifest.missing);
  for (const file of archive.files.keys()) if (file.startsWith('conversations')) console.log(archive.text(file));
});
