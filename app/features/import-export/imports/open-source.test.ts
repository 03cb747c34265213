import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import {
  circularConversation,
  makeConversation,
  manyEntries,
  oddZip,
  rawChain,
  readAll,
  readChain,
  readRaw,
  someConversations,
  uploadedBytes,
  uploadedFile,
  writeExport,
  writeJson,
  writeLargeConversation,
  writeShards,
  type OddEntry,
  type ReadConversation,
} from '../../../../tests/factories/chatgpt';
import type { IncomingSource, UploadedFile } from './incoming';
import { openSource } from './open-source.server';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'brandwright-test-'));
});

afterAll(async () => {
  await rm(directory, { recursive: true });
});

const at = (name: string) => join(directory, name);

async function keysOf(source: IncomingSource): Promise<(string | null)[]> {
  return (await readAll(source)).map((found) =>
    'unreadable' in found ? found.key : found.conversation.key,
  );
}

const OPTIONS = { conversations: 7, perShard: 3, assets: 2, assetBytes: 100, turns: 2 };

async function bytesOf(source: IncomingSource, ref: string) {
  const file = await source.openFile(ref);
  if (!file) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of await file.open()) chunks.push(chunk);
  return { name: file.name, size: file.size, bytes: Buffer.concat(chunks) };
}

describe('the same conversations are read from', () => {
  test.each<[string, (name: string) => Promise<string[]>]>([
    ['a classic zip', async (name) => (await writeExport(at(name), OPTIONS), [at(name)])],
    [
      'a zip with shards',
      async (name) => (await writeExport(at(name), { ...OPTIONS, layout: 'sharded' }), [at(name)]),
    ],
    [
      'a zip of 2026 that was zipped again with a folder',
      async (name) => (
        await writeExport(at(name), { ...OPTIONS, layout: 'dat', folder: 'My export/' }),
        [at(name)]
      ),
    ],
    ['one JSON file', async (name) => (await writeJson(at(name), OPTIONS), [at(name)])],
    [
      'an object around the list',
      async (name) => (await writeJson(at(name), { ...OPTIONS, wrapped: true }), [at(name)]),
    ],
    [
      'separate shards, in any order',
      async () => (await writeShards(directory, OPTIONS)).reverse(),
    ],
    [
      'two zips of one export',
      async (name) => {
        const parts = [at(`1-${name}`), at(`2-${name}`)];
        await writeExport(parts[1]!, { ...OPTIONS, layout: 'dat', shards: { from: 0, to: 2 } });
        await writeExport(parts[0]!, { ...OPTIONS, layout: 'dat', shards: { from: 2, to: 3 } });
        return parts;
      },
    ],
  ])('%s', async (what, write) => {
    const paths = await write(`${what.replaceAll(' ', '-')}.bin`);
    const source = await openSource(await Promise.all(paths.map(uploadedFile)));
    const read: number[] = [];
    const found: ReadConversation[] = [];
    for (const one of await readAll(source)) found.push(one as ReadConversation);
    expect(source.remarks()).toEqual([]);
    expect(found.map(({ conversation }) => conversation.key)).toEqual(
      Array.from(
        { length: 7 },
        (_, index) => makeConversation({ seed: 1, index, turns: 0, words: 0, branchEvery: 5 }).id,
      ),
    );
    // The fifth has a second version of its first answer.
    expect(found.map(({ messages }) => messages.length)).toEqual([4, 4, 4, 4, 5, 4, 4]);
    for (const { conversation, messages } of found) {
      expect(conversation.messageCount).toBe(messages.length);
      expect(conversation.createdAt).toBe(messages[0]!.timestamp);
      expect(conversation.activeKey).toBe(
        messages.find(({ timestamp }) => timestamp === conversation.createdAt! + 65_000)!.key,
      );
    }
    for await (const one of source.conversations({
      signal: new AbortController().signal,
      progress: (count) => read.push(count),
    })) {
      void one;
    }
    expect(read.at(-1)).toBe(source.bytes);
    expect(read).toEqual(read.toSorted((a, b) => a - b));
  });
});

test('only the requested conversations are read', async () => {
  await writeExport(at('wanted.zip'), OPTIONS);
  const source = await openSource([await uploadedFile(at('wanted.zip'))]);
  const [, second] = await keysOf(source);
  const found = await readAll(source, { only: (key) => key === second });
  expect(found).toHaveLength(1);
  expect((found[0] as ReadConversation).messages).toHaveLength(4);
});

describe('a file of an export', () => {
  test('is found by its id and has its original name', async () => {
    for (const layout of ['classic', 'sharded', 'dat'] as const) {
      await writeExport(at(`files-${layout}.zip`), { ...OPTIONS, layout });
      const source = await openSource([await uploadedFile(at(`files-${layout}.zip`))]);
      const [first] = (await readAll(source)) as ReadConversation[];
      const [file] = first!.messages[0]!.files;
      expect(file!.name).toBe('picture 0.png');
      const found = await bytesOf(source, file!.ref);
      expect(found).toMatchObject({ name: 'picture 0.png', size: 100 });
      expect(found!.bytes.subarray(0, 4).toString('latin1')).toBe('\x89PNG');
    }
  });

  test('is named by the library, or else gets an extension that fits its content', async () => {
    const zip = oddZip([
      { name: 'file_aa.dat', content: '%PDF-1.7' },
      { name: 'file_bb.dat', content: 'RIFF0000WAVEfmt ' },
      { name: 'file_cc.dat', content: 'words' },
      { name: 'file_dd.dat', content: '\0\0' },
      { name: 'conversations.json', content: '[]' },
      {
        name: 'conversation_asset_file_names.json',
        content: JSON.stringify({
          'file_bb.dat': 'conv/audio/11112222-3333-4444-5555-666677778888',
        }),
      },
      {
        name: 'library_files.json',
        content: JSON.stringify([{ file_id: 'file_cc', file_name: 'My notes.md' }]),
      },
    ]);
    const source = await openSource([uploadedBytes('x.zip', zip)]);
    const named = async (ref: string) => (await source.openFile(ref))?.name;
    expect(await named('file_aa')).toBe('file_aa.pdf');
    expect(await named('file_bb')).toBe('11112222-3333-4444-5555-666677778888.wav');
    expect(await named('11112222-3333-4444-5555-666677778888')).toBe(
      '11112222-3333-4444-5555-666677778888.wav',
    );
    expect(await named('file_cc')).toBe('My notes.md');
    expect(await named('file_dd')).toBe('file_dd.bin');
    expect(await named('file_ee')).toBeUndefined();
    expect(await named('../conversations.json')).toBeUndefined();
  });

  test('may be uploaded without a zip, next to the conversations', async () => {
    const source = await openSource([
      uploadedBytes('conversations.json', JSON.stringify(someConversations(1))),
      uploadedBytes('file-Abc-photo.png', '\x89PNG'),
      uploadedBytes('user.json', '{"id": 1}'),
    ]);
    expect(await keysOf(source)).toHaveLength(1);
    expect(await source.openFile('file-Abc')).toMatchObject({ name: 'photo.png' });
  });
});

test('a missing part of an export is reported', async () => {
  await writeExport(at('part.zip'), { ...OPTIONS, layout: 'dat', shards: { from: 0, to: 2 } });
  const source = await openSource([await uploadedFile(at('part.zip'))]);
  expect(await keysOf(source)).toHaveLength(6);
  expect(source.remarks()).toEqual([
    'Part of this export is missing: 1 of its files wasn’t uploaded, including 1 with conversations. ' +
      'If it came as several ZIP files, upload them all together.',
  ]);
});

describe('a bad conversation does not stop the others:', () => {
  const good = someConversations(2);

  test.each<[string, unknown, string]>([
    ['one without nodes', { title: 'Corrupted entry' }, 'It has no messages in the export.'],
    ['one with an invalid mapping', { id: 'x', mapping: [] }, 'It has no messages in the export.'],
    [
      'one with nothing to show',
      { id: 'x', mapping: { a: { message: null }, b: 7, c: null } },
      'It has no messages we can show.',
    ],
    ['one that is no conversation', 'hello', 'It isn’t a conversation.'],
  ])('%s', async (_, bad, sentence) => {
    const source = await openSource([
      uploadedBytes('c.json', JSON.stringify([good[0], bad, good[1]])),
    ]);
    const found = await readAll(source);
    expect(found).toHaveLength(3);
    expect(found.filter((one) => !('unreadable' in one))).toHaveLength(2);
    expect(found.find((one) => 'unreadable' in one)).toMatchObject({ unreadable: sentence });
  });

  test('one with a circle is read completely', async () => {
    const { messages } = await readRaw(circularConversation());
    expect(messages.map(({ text }) => text)).toEqual(['first', 'second', 'third']);
  });

  test('one with an unreadable node is read without that node, which is counted', async () => {
    const raw = rawChain('talk', [
      { role: 'user', content: 'One.' },
      { content: 'Two.' },
      { content: 'Three.' },
    ]);
    const json = JSON.stringify([raw]).replace('"Two."', '"Two.\\x"');
    const [found] = await readAll(await openSource([uploadedBytes('c.json', json)]));
    expect(found).toMatchObject({
      messages: [{ text: 'One.' }, { text: 'Three.', parentKey: 'talk-0' }],
      remarks: { 'a message that couldn’t be read': 1 },
    });
  });
});

describe('missing or odd fields', () => {
  test('a conversation without an id gets a key that is the same in every export', async () => {
    const raw = () => ({
      ...rawChain('talk', [{ role: 'user', content: 'Hi' }]),
      id: undefined,
      conversation_id: undefined,
    });
    const [first, second] = [await readRaw(raw()), await readRaw({ ...raw(), title: 'Another' })];
    expect(first.conversation.key).toMatch(/^[0-9a-f]{40}$/);
    expect(second.conversation.key).toBe(first.conversation.key);
    const long = await readRaw({ ...raw(), id: 'x'.repeat(5_000) });
    expect(long.conversation.key).toMatch(/^[0-9a-f]{40}$/);
  });

  test('conversations without ids and with equal times are told apart by their first content', async () => {
    const raw = (words: string, more: object = {}) => ({
      ...rawChain('talk', [{ role: 'user', content: words }]),
      ...{ id: undefined, conversation_id: undefined },
      ...more,
    });
    const json = [raw('Hi'), raw('Hello'), raw('Hi', { create_time: 5 }), raw('Hi')];
    const source = await openSource([uploadedBytes('c.json', JSON.stringify(json))]);
    const keys = await keysOf(source);
    expect(new Set(keys).size).toBe(3);
    expect(keys[3]).toBe(keys[0]);
    // With `only`, nodes wait unparsed until it is known whether their conversation is wanted.
    const chosen: string[] = [];
    const only = (key: string) => key === keys[1];
    const { signal } = new AbortController();
    for await (const one of source.conversations({ signal, only })) chosen.push(one.key ?? '');
    expect(chosen).toEqual([keys[1]]);
  });

  test.each([
    ['plain', 'Bread '.repeat(12_000), 'Bread Bread'],
    ['escaped', '\u00e9\n'.repeat(40_000), 'é é'],
    ['of emoji', '😀'.repeat(30_000), '😀😀'],
  ])('a title of 70,000 characters, %s, is shortened', async (_, title, beginning) => {
    for (const wrapped of [false, true]) {
      const raw = rawChain('talk', [{ role: 'user', content: 'Hi' }], { title });
      const { mapping, ...fields } = raw;
      const json = JSON.stringify(wrapped ? { ...fields, mapping } : [raw]).replaceAll(
        'é',
        '\\u00e9',
      );
      const [found] = await readAll(await openSource([uploadedBytes('c.json', json)]));
      if (!found || 'unreadable' in found) throw new Error('it should be readable');
      expect(found.conversation.title?.startsWith(beginning)).toBe(true);
      expect(found.conversation.title!.length).toBeLessThanOrEqual(600);
      expect(found.conversation.title).not.toContain('\uFFFD');
    }
  });

  test('files that the export lacks are counted before any message is read', async () => {
    const pointer = (id: string) => ({
      content_type: 'image_asset_pointer',
      asset_pointer: `file-service://${id}`,
    });
    const content = {
      content_type: 'multimodal_text',
      parts: [pointer('file-here'), pointer('file-gone')],
    };
    const raw = rawChain('talk', [{ role: 'user', content }]);
    const zip = oddZip([
      { name: 'conversations.json', content: JSON.stringify([raw]) },
      { name: 'file-here-a.png', content: 'x' },
    ]);
    const source = await openSource([uploadedBytes('x.zip', zip)]);
    for await (const one of source.conversations({ signal: new AbortController().signal })) {
      expect(one).toMatchObject({ missingFiles: 1 });
    }
  });

  test('titles, times, and flags are cleaned', async () => {
    const { conversation } = await readRaw(
      rawChain('talk', [{ role: 'user', content: 'Hi', time: 1_600_000_000.5 }], {
        title: ' [ChatGPT]  A\0\nlong \ud800 one ',
        create_time: null,
        update_time: 'soon',
        is_archived: true,
        is_starred: true,
      }),
    );
    expect(conversation).toMatchObject({
      title: 'A long \uFFFD one',
      createdAt: 1_600_000_000_500,
      updatedAt: null,
      archived: true,
      pinned: true,
    });
    expect(
      (await readRaw(rawChain('t', [{ content: 'Hi' }], { title: null }))).conversation.title,
    ).toBeNull();
  });

  test('the model is that of the message, or else that of the conversation', async () => {
    const models = async (metadata: unknown, slug: unknown) =>
      (
        await readRaw(
          rawChain(
            't',
            [
              { role: 'user', content: 'Q' },
              { content: 'A', metadata },
            ],
            { default_model_slug: slug },
          ),
        )
      ).messages.map(({ model }) => model);
    expect(await models({ model_slug: 'gpt-4o' }, 'gpt-5')).toEqual([null, 'gpt-4o']);
    expect(await models({ default_model_slug: 'o3' }, 'gpt-5')).toEqual([null, 'o3']);
    expect(await models(undefined, 'gpt-5')).toEqual([null, 'gpt-5']);
    expect(await models(null, null)).toEqual([null, null]);
  });

  test('NULs and lone surrogates are removed from text', async () => {
    const { messages } = await readChain([{ role: 'user', content: 'a\0b \ud83d c' }]);
    expect(messages[0]!.text).toBe('ab \uFFFD c');
  });
});

describe('a file is read', () => {
  const json = JSON.stringify([rawChain('talk', [{ role: 'user', content: 'Grüße 😀' }])]);
  const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

  test.each<[string, Buffer]>([
    ['in UTF-8 with a byte order mark', Buffer.from(`\uFEFF${json}`)],
    ['in little-endian UTF-16', Buffer.from(`\uFEFF${json}`, 'utf16le')],
    ['in big-endian UTF-16', swapped(`\uFEFF${json}`)],
    ['in UTF-16 without a byte order mark', Buffer.from(json, 'utf16le')],
  ])('%s', async (_, bytes) => {
    const [found] = await readAll(await openSource([uploadedBytes('conversations.json', bytes)]));
    expect(found).toMatchObject({ messages: [{ text: 'Grüße 😀' }], remarks: {} });
  });

  test('with bytes that are no text replaced, and a remark', async () => {
    const bytes = Buffer.from(json.replace('😀', ''), 'latin1');
    const [found] = await readAll(await openSource([uploadedBytes('conversations.json', bytes)]));
    expect(found).toMatchObject({
      messages: [{ text: 'Gr\uFFFD\uFFFDe' }],
      remarks: { 'a message with unreadable characters': 1 },
    });
  });
});

describe('a damaged export', () => {
  test('in JSON that is cut off still has the complete conversations', async () => {
    const json = JSON.stringify(someConversations(3));
    const source = await openSource([uploadedBytes('conversations.json', json.slice(0, -200))]);
    const found = await readAll(source);
    expect(found.map((one) => 'unreadable' in one)).toEqual([false, false, true]);
    expect(found[2]).toMatchObject({ unreadable: 'The file ends in the middle of it.' });
    expect(source.remarks()).toEqual([
      '“conversations.json” is cut off. Everything before that was read.',
    ]);
  });

  test.each([
    [
      'is cut off',
      '[{"title":"A", "mapping":{"a":{',
      'is cut off before the end of its first conversation.',
    ],
    ['is no JSON', '[}', 'isn’t in ChatGPT’s format.'],
  ])(
    'in JSON that %s before the first conversation ends is not said to have been read',
    async (_, json, end) => {
      const source = await openSource([uploadedBytes('conversations.json', json)]);
      await readAll(source);
      expect(source.remarks()).toEqual([`“conversations.json” ${end}`]);
    },
  );

  test('in a zip that is cut off is refused as invalid', async () => {
    await writeExport(at('broken.zip'), OPTIONS);
    const whole = await uploadedFile(at('broken.zip'));
    const broken: UploadedFile = { ...whole, size: whole.size - 30 };
    await expect(openSource([broken])).rejects.toMatchObject({
      code: 'invalid',
      userMessage: expect.stringContaining('incomplete') as string,
    });
  });

  test.each<[string, Partial<OddEntry>, number]>([
    ['a wrong checksum', { crc: 1 }, 2],
    ['a password', { encrypted: true }, 0],
    ['a bomb', { says: 3_000_000_000 }, 0],
  ])('with %s in one shard still has the other shards', async (_, how, alsoRead) => {
    const source = await openSource([
      uploadedBytes(
        'x.zip',
        oddZip([
          { name: 'conversations-000.json', content: JSON.stringify(someConversations(2)), ...how },
          { name: 'conversations-001.json', content: JSON.stringify(someConversations(1, 2)) },
        ]),
      ),
    ]);
    const found = await readAll(source);
    expect(found).toHaveLength(alsoRead + 1);
    expect(source.remarks()).toHaveLength(1);
    expect(source.remarks()[0]).toContain('“conversations-000.json”');
    expect(source.remarks()[0]!.includes('Everything before that was read.')).toBe(alsoRead > 0);
  });
});

test.each<[string, Buffer | string]>([
  ['a picture.png', '\x89PNG\r\n\x1a\n'],
  ['notes.txt', 'hello'],
  ['nothing.json', ''],
  [
    'other.zip',
    oddZip([
      { name: 'a.txt', content: 'x' },
      { name: '../conversations.json', content: '[]' },
    ]),
  ],
  ['resources.zip', oddZip([{ name: '__MACOSX/._conversations.json', content: 'x' }])],
])('the file %s is refused with a hint at what to upload instead', async (name, content) => {
  await expect(openSource([uploadedBytes(name, content)])).rejects.toMatchObject({
    code: 'invalid',
    userMessage: expect.stringContaining('conversations.json') as string,
  });
});

test('an export among a hundred thousand other files is read', async () => {
  const source = await openSource([uploadedBytes('x.zip', manyEntries(100_000))]);
  expect(await keysOf(source)).toHaveLength(3);
  expect(await source.openFile('file_0000099999')).not.toBeNull();
}, 60_000);

test('a large conversation is kept in a nameless file, which leaves nothing behind when reading ends or is aborted', async () => {
  const { nodes } = await writeLargeConversation(at('large.json'), { bytes: 9_000_000 });
  const source = await openSource([await uploadedFile(at('large.json'))]);
  const temporary = at('temporary');
  await mkdir(temporary);
  vi.stubEnv('TMPDIR', temporary);
  const stop = new AbortController();
  for await (const one of source.conversations({ signal: stop.signal })) {
    if ('unreadable' in one) throw new Error(one.unreadable);
    const keys: string[] = [];
    let chained = 0;
    for await (const { key, parentKey, text } of one.messages()) {
      if (parentKey === (keys.at(-1) ?? null) && text.startsWith(`${keys.length} `)) chained++;
      keys.push(key);
    }
    expect(chained).toBe(nodes);
    expect(new Set(keys).size).toBe(nodes);
    expect(await readdir(temporary)).toEqual([]);
  }
  const canceled = async () => {
    for await (const one of source.conversations({
      signal: stop.signal,
      progress: (read) => {
        if (read > 6_000_000) stop.abort();
      },
    })) {
      void one;
    }
  };
  await expect(canceled()).rejects.toThrow();
  expect(await readdir(temporary)).toEqual([]);
  vi.unstubAllEnvs();
}, 60_000);
