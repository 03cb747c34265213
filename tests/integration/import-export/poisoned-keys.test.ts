import { beforeEach, expect, test } from 'vitest';

// Registers all features, which an import of an archive needs.
import '~/lifecycle.server';
import { archiveSections } from '~/engine/user-data/index.server';
import { imageRequest } from '~/features/media/images/schema';
import { keyedInput } from '~/features/media/media-input.server';
import { videoRequest } from '~/features/media/videos/schema';
import { listReport } from '~/features/import-export/imports/import-actions.server';
import { makeExport } from '~/features/import-export/exports/make-export.server';
import { requestExport } from '~/features/import-export/exports/export-actions.server';
import { serveExport } from '~/features/import-export/exports/serve-export.server';
import { sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';

import { unpackArchive } from '../../factories/archive';
import { rawChain, rawMessage } from '../../factories/chatgpt';
import { createConversation, createMessages } from '../../factories/conversations';
import { archiveBytes } from '../../factories/doctored-archive';
import { zipOf } from '../../factories/files';
import { createComponent, createProfile } from '../../factories/profiles';
import { createContent } from '../../factories/saved-content';
import { createUser, type TestUser } from '../../factories/users';
import { everyRow, fillTables } from '../accounts/filled-tables';
import { importArchive } from './import-archive';

// A page whose data has a key `__proto__` never becomes interactive. So what comes from outside is read field by field,
// and keeps none of its own keys.

/** The columns that could hold such keys and bring them to a page. A new column must be covered here. */
const COLUMNS = {
  'audit_entries.after': 'our own words',
  'audit_entries.before': 'our own words',
  'citations.sources': 'an archive, of which a schema takes what it knows',
  'failed_jobs.data': 'our own words, and never shown',
  'import_candidates.remarks': 'an import',
  'imports.found': 'an import',
  'imports.others': 'an import',
  'media_items.metadata': 'an import; responses of providers, of which single fields are taken',
  'media_jobs.request': 'a request',
  'messages.files': 'an import',
  'messages.full_content_urls': 'an import',
  'profiles.voice_rules': 'an import, of which a schema takes what it knows',
  'provider_settings.settings': 'an admin’s form, of which a schema takes what it knows',
  'tool_rounds.reasoning': 'a provider’s answer, which only that provider gets back',
};

let user: TestUser;
beforeEach(async () => {
  user = await createUser();
});

/** The same value with keys in every object that would set its prototype. */
function poisoned<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(poisoned) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries([
    ...Object.entries(value).map(([key, one]) => [key, poisoned<unknown>(one)]),
    ['__proto__', { isAdmin: true, toString: null }],
    ['constructor', { prototype: { isAdmin: true } }],
  ]) as Value;
}

const POISON = /(?<!\\)"__proto__":|(?<!\\)"constructor":/;

async function expectNoPoison() {
  for (const [table, rows] of await everyRow()) {
    expect(
      rows.filter((row) => POISON.test(row)),
      table,
    ).toEqual([]);
  }
  expect({}).not.toHaveProperty('isAdmin');
}

test('every JSON column is listed here', async () => {
  const columns = await sql.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type IN ('json', 'jsonb') ORDER BY 1`,
  );
  expect(columns.map(({ name }) => name)).toEqual(Object.keys(COLUMNS));
});

test('an archive of ours leaves no such key in the database', async () => {
  const owner = await createUser();
  await fillTables(owner.id);
  const conversation = await createConversation(owner, { title: 'Bread' });
  await createMessages(conversation, ['When?', 'At six.']);
  await createContent(owner, { title: 'Spring' });
  await createComponent(owner, 'brandStory', { name: 'Story' });
  await createProfile(owner, { name: 'Bakery' });
  const { id } = await requestExport(owner.id);
  await makeExport.run({ userId: owner.id, exportId: id });
  const response = await serveExport(owner.id, id, new Request('http://app.test/'));
  const archive = await unpackArchive(Buffer.from(await response.arrayBuffer()));

  const sections = Object.fromEntries(
    archiveSections()
      .filter(({ name }) => archive.files.has(`data/${name}.json`) && name !== 'conversations')
      .map(({ name }) => [name, poisoned(archive.rows(name))]),
  );
  const conversations = archive.rows('conversations').map((row) => {
    const whole = JSON.parse(archive.text(`conversations/${String(row.id)}.json`)) as {
      messages: object[];
    };
    return { row: poisoned(row), messages: poisoned(whole.messages) };
  });
  const { result } = await importArchive(
    user.id,
    archiveBytes({ sections, conversations, manifest: poisoned({}) }),
  );
  expect(result).toMatchObject({ imported: 1, messages: 2 });
  expect(Object.keys(result.others)).toEqual(expect.arrayContaining(['profiles', 'savedContents']));
  await expectNoPoison();
});

test('an export of another service leaves no such key, whatever its nodes and files are called', async () => {
  const odd = { content_type: '__proto__', parts: ['Rye'] };
  const talk = rawChain('talk', [
    { role: 'user', content: 'When?' },
    { content: odd },
    { content: { content_type: 'multimodal_text', parts: [{ content_type: '__proto__' }] } },
    { content: 'At six.', metadata: { attachments: [{ id: '__proto__', name: '__proto__' }] } },
  ]);
  const mapping = Object.fromEntries([
    ...Object.entries(talk.mapping as Record<string, unknown>),
    ['constructor', { id: 'constructor', message: rawMessage('constructor', {}), parent: null }],
  ]);
  const files = { 'conversations.json': JSON.stringify([poisoned({ ...talk, mapping })]) };
  const { id, result } = await importArchive(user.id, zipOf(files), 'chatgpt');
  expect(result).toMatchObject({ imported: 1 });
  const { items } = await listReport(user.id, id, null);
  expect(JSON.stringify(items)).not.toMatch(POISON);
  await expectNoPoison();
});

test('a stored request for media has no such key', () => {
  const clientKey = newId();
  const image = {
    ...{ clientKey, prompt: 'Rye', model: 'demo', size: '1024x1024', count: 1 },
    ...{ profileId: null, brandText: '' },
  };
  expect(JSON.stringify(keyedInput(imageRequest)(poisoned(image)))).not.toMatch(POISON);
  const video = { clientKey, prompt: 'Rye', model: 'demo', seconds: 5, aspect: '16:9' };
  expect(JSON.stringify(keyedInput(videoRequest)(poisoned(video)))).not.toMatch(POISON);
});
