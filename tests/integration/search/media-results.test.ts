import { expect, test } from 'vitest';

import type { UserScope } from '~/lib/scope';

import { createUser } from '../../factories/users.ts';

const { findOthers } = await import('~/features/site/palette/find-others.server');
const { readItem } = await import('~/features/media/gallery/gallery-actions.server');
const { prisma } = await import('~/lib/db/index.server');
const { newId } = await import('~/lib/ids.server');

type Item = Parameters<typeof prisma.mediaItem.create>[0]['data'];

async function create(user: { id: UserScope }, more: Partial<Item> = {}): Promise<string> {
  const id = newId();
  const shape = { type: 'image/png', width: 1, height: 1, bytes: 1, storedBytes: 1 };
  const data = { id, userId: user.id, origin: 'made', kind: 'image', ...shape, ...more };
  await prisma.mediaItem.create({
    data: data as Parameters<typeof prisma.mediaItem.create>[0]['data'],
  });
  return id;
}

const titles = async (userId: UserScope, text: string) =>
  (await findOthers(userId, text)).media.map(({ title }) => title);

test('a search finds the person’s own images and videos by their prompts, newest first', async () => {
  const [user, stranger] = [await createUser(), await createUser()];
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
  await create(stranger, { prompt: 'Ärger 100%_off' });
  await create(user, { prompt: 'Ärger 100%_off', origin: 'upload' });
  await create(user, { prompt: 'Ärger 100%_off', deletedAt: new Date() });
  const image = await create(user, { prompt: 'Ärger\n 100%_off', createdAt: at(1) });
  const video = await create(user, { prompt: 'Kein ärger', kind: 'video', createdAt: at(2) });

  const { media } = await findOthers(user.id, ' ÄRGER ');
  expect(media).toEqual([
    { id: video, title: 'Kein ärger', path: `/media-creator/video-gen?item=${video}` },
    {
      id: image,
      title: 'Ärger 100%_off',
      path: `/media-creator?mode=generate&item=${image}`,
      image: `/api/media/items/${image}/file?size=320`,
    },
  ]);
  // A percent sign and an underscore are themselves, not wildcards.
  expect(await titles(user.id, '0%_o')).toEqual(['Ärger 100%_off']);
  expect(await titles(user.id, 'g%o')).toEqual([]);
  expect(await titles(user.id, 'K_in')).toEqual([]);
  expect(await titles(user.id, '\\')).toEqual([]);

  // What was found opens for its owner only.
  expect(await readItem(user.id, image)).toMatchObject({ id: image });
  await expect(readItem(stranger.id, image)).rejects.toMatchObject({ code: 'not-found' });
});

test('a search finds what was made with a LoRA by the LoRA’s name', async () => {
  const [user, stranger] = [await createUser(), await createUser()];
  const lora = async ({ id: userId }: { id: UserScope }) => {
    const data = { id: newId(), userId, clientKey: newId(), name: 'Rye_Style', steps: 1, rank: 4 };
    return (await prisma.lora.create({ data })).id;
  };
  const [mine, theirs] = [await lora(user), await lora(stranger)];
  await create(user, { prompt: 'A loaf', loraId: mine });
  await create(user, { prompt: 'A rye_style loaf, of both kinds', loraId: mine });
  // Another's LoRA gives nothing away, whatever a row says.
  await create(user, { prompt: 'A barn', loraId: theirs });
  await create(stranger, { prompt: 'A mill', loraId: theirs });
  expect((await titles(user.id, 'rye_st')).sort()).toEqual([
    'A loaf',
    'A rye_style loaf, of both kinds',
  ]);
  expect(await titles(user.id, 'ryexst')).toEqual([]);
});
