import { putCitations } from '~/features/brand/knowledge/citations/citation-data.server';
import { type Cited, citedNumbers } from '~/features/brand/knowledge/citations/citation';
import { citedOf } from '~/features/brand/knowledge/citations/cite';
import { indexPage } from '~/features/brand/knowledge/chunks/index-page.server';
import { insertPages, updatePage } from '~/features/brand/knowledge/sources/page-data.server';
import { PAGE_PROBLEMS } from '~/features/brand/knowledge/sources/refusals';
import {
  insertSource,
  type NewSource,
} from '~/features/brand/knowledge/sources/source-data.server';
import { hashOf } from '~/features/brand/knowledge/sources/reading/store-page.server';
import { prisma, prismaTransaction, transaction } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { daysAgo } from './past.ts';

interface SeedPage {
  path: string;
  title?: string;
  /** Missing for a page that isn't read yet. */
  text?: string;
  problem?: string;
}

const BAKERY_PAGES: readonly SeedPage[] = [
  {
    path: '/',
    title: 'Hearth & Crumb, the bakery on Mill Street',
    text: `# Bread that rests before you do

We bake sourdough on Mill Street, by hand and overnight. Every loaf rests for 36 hours and has four ingredients: flour, water, salt, and time.

## This week

Country sourdough, rye with caraway, the seeded loaf, and, until the walnuts run out, the walnut loaf.

## Find us

14 Mill Street, next to the bridge. Tuesday to Friday from 6:30 AM to 1 PM, Saturday from 6:30 AM to noon.
`,
  },
  {
    path: '/subscription',
    title: 'The Saturday bread subscription',
    text: `# The Saturday bread subscription

One loaf with your name on it, every Saturday, for $8 a week. No line and no leftovers.

## How it works

1. Choose your bread by Thursday at noon.
2. We bake it Friday night.
3. Pick it up on Saturday between 6:30 AM and noon.

## Skipping a week

Going away? Skip any week until Thursday at noon, and you don’t pay for it. You can leave at any time.

## Your first loaf

The first one is free.
`,
  },
  {
    path: '/classes',
    title: 'Baking classes',
    text: `# Baking classes

Once a month, on a Sunday afternoon, eight people bake with Marta at the big table. You go home with two loaves and a jar of starter.

## Price

$75 a person, flour and coffee included. Cancel up to three days before, and we give all of it back.
`,
  },
  {
    path: '/about',
    title: 'Who bakes',
    text: `# Who bakes

Four of us: Marta and Jonas at the ovens, Ines at the counter, and Tom, who drives.

## What doesn’t sell

We bake by name instead of by forecast. Since 2021, unsold bread fell from 22% to 4%, and what remains goes to the food bank on Dock Road.
`,
  },
  { path: '/gallery', problem: PAGE_PROBLEMS['no-text'] },
];

const MARKET_PAGES: readonly SeedPage[] = [
  {
    path: '/',
    title: 'Mill Street Market News',
    text: `# Mill Street Market News

The fall market is on October 10, from 9 AM to 3 PM, with 24 stalls between the bridge and the old fire station.
`,
  },
  { path: '/fall-market' },
  { path: '/parking' },
  { path: '/stalls' },
];

/** A website that was read, and one whose reading is paused. */
export async function seedKnowledge(userId: UserScope, profileId: string): Promise<void> {
  if ((await prisma.source.count({ where: { userId, profileId, kind: 'website' } })) > 0) return;
  const readAt = daysAgo(2, 8);
  const source = { profileId, kind: 'website' } as const;
  await seedWebsite(
    userId,
    { ...source, name: 'www.hearthandcrumb.example', state: 'ready', readAt },
    BAKERY_PAGES,
  );
  await seedWebsite(
    userId,
    { ...source, name: 'news.millstreet.example', state: 'paused' },
    MARKET_PAGES,
  );
}

async function seedWebsite(
  userId: UserScope,
  source: Omit<NewSource, 'id'>,
  pages: readonly SeedPage[],
): Promise<void> {
  const { profileId, name: address } = source;
  const sourceId = newId();
  const bytesOf = ({ text = '' }: SeedPage) => Buffer.byteLength(text);
  const bytes = pages.reduce((sum, page) => sum + bytesOf(page), 0);
  await prismaTransaction(async (tx) => {
    await insertSource(tx, userId, { ...source, id: sourceId, address, bytes });
    for (const [position, page] of pages.entries()) {
      const { path, title = '', text, problem = null } = page;
      const id = newId();
      const isDone = text !== undefined || problem !== null;
      await insertPages(tx, userId, sourceId, [
        {
          ...{ id, address: `https://${address}${path}`, position, depth: Math.min(position, 1) },
          ...{ title, bytes: bytesOf(page), foundIn: 1, doneIn: isDone ? 1 : 0 },
          ...(text !== undefined && { readAt: daysAgo(2, 8), hash: hashOf({ title, text }) }),
        },
      ]);
      await updatePage(tx, userId, id, { problem });
      if (text !== undefined) await indexPage(tx, userId, { id, sourceId, profileId }, text);
    }
  });
}

/** Gives a text its citations: `[1]` is the passage below the first of these headings. */
export async function citeIn(
  userId: UserScope,
  profileId: string,
  { id: textId, content }: { id: string; content: string },
  headings: readonly string[],
): Promise<void> {
  const of = { userId, profileId };
  const sources: Cited[] = [];
  for (const [index, heading] of headings.entries()) {
    const { page, ...chunk } = await prisma.sourceChunk.findFirstOrThrow({
      where: { ...of, headings: { endsWith: heading } },
      select: {
        ...{ id: true, sourceId: true, headings: true, content: true },
        page: { select: { title: true } },
      },
    });
    sources.push(citedOf({ ...chunk, title: page.title, number: index + 1 }, heading));
  }
  const numbers = citedNumbers(content);
  await transaction((tx) => putCitations(tx, { ...of, textId, sources, numbers }));
}
