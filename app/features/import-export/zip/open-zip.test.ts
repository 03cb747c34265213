import { expect, test } from 'vitest';

import { oddZip, uploadedBytes, type OddEntry } from '../../../../tests/factories/chatgpt';
import type { UploadedFile } from '../imports/incoming';
import { isZip, openZip, ZIP_BOUNDS, type OpenedZip } from './open-zip.server';

const GOOD: OddEntry = { name: 'good.json', content: '{"a": 1}' };

const zipOf = (...entries: OddEntry[]) => uploadedBytes('x.zip', oddZip(entries));

async function textOf(zip: OpenedZip, name: string): Promise<string> {
  const entry = zip.entries.get(name);
  if (!entry) throw new Error(`no ${name}`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip.open(entry)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('entries are found by their names and read, packed or not, in any order', async () => {
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

test('names that lead elsewhere and names that are there twice are left out, and it is said', async () => {
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
    '2 files were in the ZIP file left out: the name leads out of the export.',
    '1 file was in the ZIP file left out: the name is there twice.',
  ]);
});

test.each<[string, Partial<OddEntry>, string]>([
  ['is locked', { encrypted: true }, '“bad” is locked with a password.'],
  ['is packed in another way', { method: 12 }, '“bad” is packed in a way that can’t be read here.'],
  ['has another checksum', { crc: 1 }, '“bad” is damaged.'],
  ['unpacks to more than it says', { says: 3 }, '“bad” is damaged.'],
  ['unpacks to less than it says', { says: 4_000 }, '“bad” is damaged.'],
  ['is stored with another size', { method: 0, says: 3 }, '“bad” is damaged.'],
  [
    'says that it is huge',
    { says: 3_000_000_000 },
    '“bad” would unpack to far more than any export holds.',
  ],
])('an entry that %s is refused, and the others are read', async (_, how, sentence) => {
  const zip = await openZip(zipOf({ name: 'bad', content: 'some content', ...how }, GOOD));
  await expect(textOf(zip, 'bad')).rejects.toMatchObject({
    code: 'invalid',
    userMessage: sentence,
  });
  expect(await textOf(zip, 'good.json')).toBe(GOOD.content);
});

test('a bomb of entries over one another is not read', async () => {
  const large = { name: 'a', content: 'x'.repeat(10_000), method: 0 };
  const file = zipOf(large, ...['b', 'c', 'd'].map((name) => ({ ...large, name, overlaps: true })));
  await expect(openZip(file)).rejects.toMatchObject({ code: 'invalid' });
});

test('more entries than any export has are not read', async () => {
  const file = zipOf(GOOD, { ...GOOD, name: 'b' }, { ...GOOD, name: 'c' });
  await expect(openZip(file, { ...ZIP_BOUNDS, entries: 2 })).rejects.toMatchObject({
    code: 'invalid',
  });
});

test('a zip that breaks off, at whatever byte, is a clear refusal', async () => {
  const whole = oddZip([GOOD, { name: 'b', content: 'more' }]);
  for (let length = 0; length < whole.length; length++) {
    await expect(openZip(uploadedBytes('x.zip', whole.subarray(0, length)))).rejects.toMatchObject({
      code: 'invalid',
    });
  }
});

test('a store that fails is no fault of the zip', async () => {
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

test('what is no zip is told by its first bytes', async () => {
  expect(await isZip(zipOf(GOOD))).toBe(true);
  expect(await isZip(uploadedBytes('x.zip', '[]'))).toBe(false);
  expect(await isZip(uploadedBytes('x.zip', ''))).toBe(false);
});
