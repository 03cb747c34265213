import fc from 'fast-check';
import { expect, test } from 'vitest';

import { oddZip, uploadedBytes, type OddEntry } from '../../../../tests/factories/chatgpt';
import type { UploadedFile } from '../imports/incoming';
import { entryName, isZip, openZip, ZIP_BOUNDS, type OpenedZip } from './open-zip.server';

const GOOD: OddEntry = { name: 'good.json', content: '{"a": 1}' };

const zipOf = (...entries: OddEntry[]) => uploadedBytes('x.zip', oddZip(entries));

async function textOf(zip: OpenedZip, name: string): Promise<string> {
  const entry = zip.entries.get(name);
  if (!entry) throw new Error(`no ${name}`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip.open(entry)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('entries are read by their names, compressed or not, in any order', async () => {
  const long = 'words '.repeat(100_000);
  const zip = await openZip(
    zipOf(
      GOOD,
      { name: 'in a folder\\Menü.txt', content: long },
      { ...GOOD, name: 'stored', method: 0 },
    ),
  );
  expect(zip.remarks).toEqual([]);
  expect(await textOf(zip, 'in a folder/Menü.txt')).toBe(long);
  expect(await textOf(zip, 'stored')).toBe(GOOD.content);
  expect(await textOf(zip, 'good.json')).toBe(GOOD.content);
  expect(await textOf(zip, 'good.json')).toBe(GOOD.content);
});

test('unsafe and duplicate names are left out, with a remark on each', async () => {
  const zip = await openZip(
    zipOf(
      GOOD,
      { ...GOOD, name: '../../x' },
      { ...GOOD, name: '/etc/x' },
      { ...GOOD, content: 'second' },
    ),
  );
  expect([...zip.entries.keys()]).toEqual(['good.json']);
  expect(await textOf(zip, 'good.json')).toBe(GOOD.content);
  expect(zip.remarks).toEqual([
    '2 files were left out of the ZIP file because of an unsafe name.',
    '1 file was left out of the ZIP file because of a duplicate name.',
  ]);
});

test.each<[string, Partial<OddEntry>, string]>([
  ['is locked', { encrypted: true }, '“bad” is password-protected.'],
  [
    'is compressed by another method',
    { method: 12 },
    '“bad” is compressed in a way we can’t read.',
  ],
  ['has another checksum', { crc: 1 }, '“bad” is damaged.'],
  ['unpacks to more than it says', { says: 3 }, '“bad” is damaged.'],
  ['unpacks to less than it says', { says: 4_000 }, '“bad” is damaged.'],
  ['is stored with another size', { method: 0, says: 3 }, '“bad” is damaged.'],
  [
    'says that it is huge',
    { says: 3_000_000_000 },
    '“bad” would unpack to far more than any export has.',
  ],
])('an entry that %s is refused, and the others can be read', async (_, how, sentence) => {
  const zip = await openZip(zipOf({ name: 'bad', content: 'some content', ...how }, GOOD));
  await expect(textOf(zip, 'bad')).rejects.toMatchObject({
    code: 'invalid',
    userMessage: sentence,
  });
  expect(await textOf(zip, 'good.json')).toBe(GOOD.content);
});

test('a zip with overlapping entries is refused', async () => {
  const large = { name: 'a', content: 'x'.repeat(10_000), method: 0 };
  const file = zipOf(large, ...['b', 'c', 'd'].map((name) => ({ ...large, name, overlaps: true })));
  await expect(openZip(file)).rejects.toMatchObject({ code: 'invalid' });
});

test('a zip with more entries than any export has is refused', async () => {
  const file = zipOf(GOOD, { ...GOOD, name: 'b' }, { ...GOOD, name: 'c' });
  await expect(openZip(file, { ...ZIP_BOUNDS, entries: 2 })).rejects.toMatchObject({
    code: 'invalid',
  });
});

test('a zip that is cut off at any byte is refused as invalid', async () => {
  const whole = oddZip([GOOD, { name: 'b', content: 'more' }]);
  for (let length = 0; length < whole.length; length++) {
    await expect(openZip(uploadedBytes('x.zip', whole.subarray(0, length)))).rejects.toMatchObject({
      code: 'invalid',
    });
  }
});

test('an error of the object store is thrown as it is, not as a damaged zip', async () => {
  const away = new Error('the store is away');
  const file = zipOf(GOOD);
  let failing = false;
  const shaky: UploadedFile = {
    ...file,
    async *read(start, end) {
      if (failing) throw away;
      yield* file.read(start, end);
    },
  };
  const zip = await openZip(shaky);
  failing = true;
  await expect(textOf(zip, 'good.json')).rejects.toBe(away);
  await expect(openZip(shaky)).rejects.toBe(away);
});

test('a zip is recognized by its first bytes', async () => {
  expect(await isZip(zipOf(GOOD))).toBe(true);
  expect(await isZip(uploadedBytes('x.zip', '[]'))).toBe(false);
  expect(await isZip(uploadedBytes('x.zip', ''))).toBe(false);
});

test.each([
  ['conversations.json', 'conversations.json'],
  ['My export\\conversations.json', 'My export/conversations.json'],
  ['./a//b.json', 'a/b.json'],
  ['Menü.png', 'Menü.png'],
])('the name %j is a path below the root of the zip', (written, path) => {
  expect(entryName(written)).toEqual({ path });
});

test.each([
  '../x',
  'a/../../x',
  '..\\x',
  '/etc/passwd',
  'C:\\x',
  'a\0b',
  'a\nb',
  'x'.repeat(1_025),
])('the name %j is unsafe', (written) => {
  expect(entryName(written)).toBe('unsafe');
});

test.each(['folder/', '', '.', '__MACOSX/._conversations.json', 'a/._b.json', 'a/.DS_Store'])(
  'the name %j is ignored',
  (written) => {
    expect(entryName(written)).toBe('nothing');
  },
);

test('no name leads out of the zip, whatever it consists of', () => {
  const part = fc.constantFrom('..', '.', '/', '\\', 'a', 'C:', '\0', '…', ' ');
  fc.assert(
    fc.property(
      fc.array(part).map((chunks) => chunks.join('')),
      (written) => {
        const name = entryName(written);
        if (typeof name === 'string') return;
        expect(name.path.startsWith('/')).toBe(false);
        expect(name.path.split('/')).not.toContain('..');
      },
    ),
  );
});
