import { randomUUID } from 'node:crypto';

import type { CategoryId } from '~/features/copywriting/formats/categories';
import { CAMPAIGN_FORMATS, type FormatId, FORMATS } from '~/features/copywriting/formats/formats';
import {
  editContent,
  saveContent,
} from '~/features/copywriting/library/content/content-actions.server';
import { createFolder } from '~/features/copywriting/library/folders/folder-actions.server';
import type { BriefRequest } from '~/features/copywriting/wizard/briefs/brief';
import { demoVariant } from '~/features/copywriting/wizard/variants/demo-variant';
import { VARIANT_KIND } from '~/features/copywriting/wizard/variants/queue-variants.server';
import { prisma } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';
import { estimateTokens } from '~/lib/tokens/estimate';

import type { SeedBrands } from './brands.ts';
import { citeIn } from './knowledge.ts';
import { daysAgo } from './past.ts';

const MODEL = 'openai/gpt-4o-mini';

const FIELDS = {
  audience: 'Families nearby',
  goal: '',
  tone: 'Warm',
  length: 'medium' as const,
  language: 'English',
  keywords: [] as string[],
  callToAction: '',
};

interface SeedBrief {
  days: number;
  brand: keyof SeedBrands;
  topic: string;
  formatIds: readonly FormatId[];
  /** More than one format makes a campaign. */
  variants: number;
  more?: Partial<typeof FIELDS>;
  /** The variants, where they aren't those of the demo provider, with the headings of what they cite. */
  written?: { texts: readonly string[]; cited: readonly string[] };
}

/** Each breaks some of the bakery's voice rules, the last one none. */
const BUN_POSTS = [
  `Saturday, 6:30. The door opens, and mill street smells of cardamom.

Our mouthwatering cardamom buns are back! They cost $4.50 each [1], and they’re the healthiest baked goods you’ll eat all week. 😋🍞

Come early. By nine, 80% of them are gone.`,
  `The cardamom buns are back on Saturday, for $4.50 each [1].

Jonas rolls them on Friday night, next to the sour-dough. He says it’s the best bread he makes. I’d call it the one that’s gone first.

You’ll find us on Mill Street until noon [2].`,
  `The cardamom buns are back on Saturday.

Jonas rolls them on Friday night, and we open the door at 6:30 [2]. One bun is $4.50 [1]. Two are a breakfast.

Mill Street, next to the bridge. Until noon, or until they’re gone [2].`,
];

const BUN_SOURCES = ['Pastries', 'Hours'];

const BRIEFS: readonly SeedBrief[] = [
  {
    days: 0,
    brand: 'bakery',
    topic: 'The cardamom buns are back',
    formatIds: ['facebook-post'],
    variants: 3,
    written: { texts: BUN_POSTS, cited: BUN_SOURCES },
  },
  {
    days: 1,
    brand: 'bakery',
    topic: 'Our Saturday bread subscription',
    formatIds: CAMPAIGN_FORMATS,
    variants: 1,
    more: { callToAction: 'Reserve your loaf', keywords: ['sourdough', 'Saturday'] },
  },
  {
    days: 3,
    brand: 'bakery',
    topic: 'The walnut loaf is back',
    formatIds: ['instagram-caption'],
    variants: 3,
    more: { tone: 'Playful' },
  },
  {
    days: 6,
    brand: 'repairShop',
    topic: 'Spring tune-ups for bikes',
    formatIds: ['linkedin-post'],
    variants: 3,
    more: { audience: 'People who ride to work', callToAction: 'Book your free check' },
  },
  {
    days: 11,
    brand: 'repairShop',
    topic: 'Repair or replace? Appliances that are worth fixing',
    formatIds: ['article'],
    variants: 2,
    more: { audience: 'Homeowners' },
  },
  {
    days: 17,
    brand: 'bakery',
    topic: 'Welcome emails for new bread subscribers',
    formatIds: ['welcome-sequence'],
    variants: 1,
  },
];

const FOLDERS: readonly { category: CategoryId; name: string; formats: readonly FormatId[] }[] = [
  { category: 'social', name: 'Spring', formats: ['linkedin-post', 'x-post'] },
  { category: 'longform', name: 'Blog', formats: ['article'] },
  { category: 'email', name: 'Subscribers', formats: ['welcome-sequence'] },
];

/** Briefs with their variants, and content in every category. */
export async function seedCopy(userId: UserScope, brands: SeedBrands): Promise<void> {
  if ((await prisma.brief.count({ where: { userId } })) === 0) {
    for (const brief of BRIEFS) await seedBrief(userId, brands, brief);
  }
  if ((await prisma.savedContent.count({ where: { userId } })) === 0)
    await seedContents(userId, brands);
}

async function seedBrief(
  userId: UserScope,
  brands: SeedBrands,
  { days, brand, topic, formatIds, variants, more, written }: SeedBrief,
): Promise<void> {
  const createdAt = daysAgo(days, 10);
  const fields = { topic, ...FIELDS, ...more };
  const kind: BriefRequest['kind'] = formatIds.length > 1 ? 'campaign' : 'variants';
  const profileId = brands[brand];
  const grounding = null;
  const pieces = formatIds.flatMap((formatId) =>
    Array.from({ length: variants }, (_, position) => ({
      id: newId(),
      format: formatId,
      position,
      content:
        written?.texts[position] ??
        demoVariant({ formatId, fields, grounding, position, earlier: null }),
    })),
  );
  await prisma.brief.create({
    data: {
      ...fields,
      id: newId(),
      userId,
      clientKey: randomUUID(),
      kind,
      formatIds: [...formatIds],
      variants,
      profileId,
      createdAt,
      pieces: { create: pieces.map((piece) => ({ ...piece, userId, createdAt })) },
    },
    select: { id: true },
  });
  await prisma.generation.createMany({
    data: pieces.map(({ id, content }) => ({
      id,
      userId,
      kind: VARIANT_KIND,
      state: 'done' as const,
      processId: randomUUID(),
      model: MODEL,
      promptTokens: 900,
      usedTokens: 900 + estimateTokens(content),
      createdAt,
      finishedAt: createdAt,
    })),
  });
  if (!written) return;
  for (const piece of pieces) await citeIn(userId, profileId, piece, written.cited);
}

/** A text of each format for both businesses, some of them in folders, one with earlier versions, and one to correct. */
async function seedContents(userId: UserScope, { bakery }: SeedBrands): Promise<void> {
  const folderOf = new Map<FormatId, string>();
  for (const { category, name, formats } of FOLDERS) {
    const { id } = await createFolder(userId, { category, name });
    for (const format of formats) folderOf.set(format, id);
  }
  let days = 2;
  for (const [place, { id: format, category, name }] of FORMATS.entries()) {
    const topic = place % 2 === 0 ? 'Saturday bread' : 'Spring repairs';
    const content = demoVariant({
      formatId: format,
      fields: { ...FIELDS, topic },
      grounding: null,
      position: place % 3,
      earlier: null,
    });
    const item = await saveContent(userId, {
      category,
      folderId: folderOf.get(format) ?? null,
      title: `${topic}: ${name}`,
      content,
      format,
    });
    if (place === 0) await seedVersions(userId, item, content);
    const at = daysAgo(days, 11);
    await prisma.savedContent.update({
      where: { id: item.id },
      data: { createdAt: at, updatedAt: place === 0 ? daysAgo(0, 8) : at },
    });
    days += 2;
  }
  const buns = await saveContent(userId, {
    ...{ category: 'social', folderId: null, format: 'facebook-post' },
    ...{ title: 'The cardamom buns are back', content: BUN_POSTS[0]! },
  });
  await citeIn(userId, bakery, { id: buns.id, content: BUN_POSTS[0]! }, BUN_SOURCES);
}

async function seedVersions(
  userId: UserScope,
  { id, title, version }: { id: string; title: string; version: number },
  content: string,
): Promise<void> {
  const shorter = content.split('\n\n').slice(0, 3).join('\n\n');
  const edits = [shorter, `${shorter}\n\nFirst loaf free. See you on Saturday.`];
  for (const [at, text] of edits.entries()) {
    await editContent(userId, id, { title, content: text, version: version + at, putAway: true });
  }
}
