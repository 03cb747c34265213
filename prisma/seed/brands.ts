import { Readable } from 'node:stream';

import sharp from 'sharp';

import { saveComponent } from '~/features/brand/components/component-actions.server';
import type { ComponentField, ComponentKind } from '~/features/brand/components/component';
import { addSources } from '~/features/brand/knowledge/sources/add-source.server';
import type { LookValues } from '~/features/brand/look/look';
import { saveLook, setLogo } from '~/features/brand/look/look-actions.server';
import { createProfile, selectProfile } from '~/features/brand/profiles/profile-actions.server';
import { prisma } from '~/lib/db/index.server';
import type { NewRule } from '~/features/brand/voice/rule';
import { addRules } from '~/features/brand/voice/voice-actions.server';
import type { UserScope } from '~/lib/scope';

type Texts = Record<ComponentKind, Partial<Record<ComponentField, string>>>;

const BAKERY: Texts = {
  brandStory: {
    whatYouDo:
      'We bake sourdough bread and pastries on Mill Street, by hand and overnight, and sell them in our shop and through a Saturday bread subscription.',
    whatMakesYouDifferent:
      'Every loaf rests for 36 hours and has four ingredients. We bake by name instead of by forecast, so only four loaves in a hundred stay unsold.',
    brandVoice:
      'Warm, plain, and a little dry. Short sentences. We say “bread,” never “product.” One smile per text, no exclamation marks.',
  },
  customerJourney: {
    idealCustomer:
      'Families within walking distance who cook during the week and would rather buy one good loaf than three cheap ones.',
    customerProblems:
      'Supermarket bread is dry by the second day, and the good shelf is empty when they get here on Saturday.',
    desiredOutcome:
      'Bread that stays fresh until Wednesday, and a Saturday breakfast everyone looks forward to.',
    currentObstacles: 'They think real bread is expensive, and they don’t like to plan for it.',
  },
  solutionSuite: {
    offering:
      'Six breads, four pastries, a Saturday bread subscription, office boxes, and a baking class each month.',
    benefits: 'A loaf with your name on it, no line, and half as much bread in the trash.',
    proofPoints: '212 subscribers. 4.9 stars from 380 reviews. Unsold bread fell from 22% to 4%.',
    pricing: 'Loaves from $8. The subscription is $8 a week, and any week can be skipped.',
    callToAction: 'Reserve your loaf by Thursday; the first one is free.',
  },
  campaignFramework: {
    distribution:
      'Instagram before eight in the morning, a newsletter on Thursdays, and the chalkboard outside.',
    requirements: 'Always name allergens. Prices in full. No discounts on bread.',
  },
};

const EVERYWHERE = { replacement: '', max: null, person: null, formats: [] };

const BAKERY_RULES: NewRule[] = [
  {
    ...{ ...EVERYWHERE, kind: 'prefer', terms: ['product', 'baked goods'], replacement: 'bread' },
    ...{ severity: 'must', reason: 'We sell bread. Products come from factories.' },
  },
  {
    ...{ ...EVERYWHERE, kind: 'avoid', severity: 'should' },
    terms: ['artisanal', 'handcrafted with love', 'mouthwatering', 'guilt-free', 'treat yourself'],
    reason: 'Every bakery says so. Say how long it rests, or who it’s for.',
  },
  {
    ...{ ...EVERYWHERE, kind: 'proof', severity: 'must' },
    terms: ['best bread', 'healthiest', 'easy to digest', 'good for your gut', 'gluten-free'],
    reason: 'Name the award, the count, or the law behind it.',
  },
  {
    ...{ ...EVERYWHERE, kind: 'spelling', terms: ['sour dough', 'sour-dough'] },
    ...{ replacement: 'sourdough', severity: 'should', reason: '' },
  },
  {
    ...{ ...EVERYWHERE, kind: 'capitalization', terms: ['Hearth & Crumb', 'Mill Street'] },
    ...{ severity: 'should', reason: '' },
  },
  {
    ...{ ...EVERYWHERE, kind: 'require', terms: ['Mill Street'], formats: ['facebook-post'] },
    ...{ severity: 'could', reason: 'Visitors find us on Facebook and ask where we are.' },
  },
  {
    ...{ ...EVERYWHERE, kind: 'reading-level', terms: [], max: 7, severity: 'should' },
    reason: 'Read in line, on a phone, before coffee.',
  },
  {
    ...{ ...EVERYWHERE, kind: 'emoji', terms: [], max: 1, severity: 'should' },
    reason: 'One smile per text.',
  },
  {
    ...{ ...EVERYWHERE, kind: 'person', terms: [], person: 'we', severity: 'must' },
    reason: 'Four of us bake.',
  },
];

const BAKERY_PRICES = `# Price list, fall 2026

## Bread

- Country sourdough, 2 lb: $9
- Rye with caraway, 2 lb: $8
- Seeded loaf, 1.5 lb: $9.50
- Baguette: $4

## Pastries

- Cardamom bun: $4.50
- Almond croissant: $5
- Plum cake, by the slice: $4

## Subscription

The Saturday bread subscription is $8 a week, and any week can be skipped until Thursday at noon.

## Allergens

All breads contain wheat or rye. The almond croissant contains nuts, milk, and eggs.

## Hours

Tuesday to Friday 6:30 AM to 1 PM, Saturday 6:30 AM to noon. Closed on Sunday and Monday.
`;

const REPAIR_SHOP: Texts = {
  brandStory: {
    whatYouDo:
      'We repair bicycles and household appliances in the old fire station on Dock Road, most of them on the same day.',
    whatMakesYouDifferent:
      'The check is free and takes ten minutes. If a repair costs more than half of a good replacement, we say so and charge nothing.',
    brandVoice:
      'Straightforward, friendly, a bit cheeky. We explain things the way we would to a neighbor, and never talk down.',
  },
  customerJourney: {
    idealCustomer:
      'People who ride to work, and families who would rather keep a good machine than buy a cheap one.',
    customerProblems:
      'Something broke, the store only sells new ones, and they can’t tell whether a repair is worth the money.',
    desiredOutcome: 'It works again by tonight, at a price they knew beforehand.',
    currentObstacles:
      'They expect a long wait and a growing bill, and feel silly asking about a $30 toaster.',
  },
  solutionSuite: {
    offering:
      'A free check, same-day repairs, a yearly tune-up, and service plans for delivery fleets.',
    benefits: 'An honest answer, a fixed price, and a one-year guarantee.',
    proofPoints:
      '9,212 repairs in fourteen years. Six in ten are ready the same day. 4.9 stars from 612 reviews.',
    pricing: 'Small repairs from $18, a full tune-up for $85, appliances $65 plus parts.',
    callToAction: 'Walk in, or book your free check.',
  },
  campaignFramework: {
    distribution:
      'Facebook twice a week, a sticker on every repaired bike, and an email when spring begins.',
    requirements: 'Always say what a repair costs before it starts. No jokes about safety.',
  },
};

/** The ids of the profiles. */
export interface SeedBrands {
  bakery: string;
  repairShop: string;
}

export async function seedBrands(userId: UserScope): Promise<SeedBrands> {
  const bakery = await seedBrand(userId, 'Hearth & Crumb', BAKERY, BAKERY_LOOK);
  const repairShop = await seedBrand(userId, 'Second Spin', REPAIR_SHOP, REPAIR_SHOP_LOOK);
  return { bakery, repairShop };
}

const BAKERY_LOOK: SeedLook = {
  colors: {
    primaryColor: '#8a3b12',
    secondaryColor: '#e9c98f',
    accentColor: '#b4530f',
    backgroundColor: '#fffaf1',
    textColor: '#33211a',
    headingFont: 'Fraunces',
    bodyFont: 'Figtree',
  },
  // A round loaf with its cuts, above a hearth's glow.
  logo: `
    <circle cx="128" cy="128" r="120" fill="#8a3b12"/>
    <path d="M48 150c0-52 36-86 80-86s80 34 80 86c0 12-10 20-24 20H72c-14 0-24-8-24-20z" fill="#e9c98f"/>
    <g fill="none" stroke="#8a3b12" stroke-width="11" stroke-linecap="round">
      <path d="M92 92c12 12 16 32 13 56"/><path d="M128 84c12 14 16 36 13 62"/><path d="M164 94c10 12 13 30 10 52"/>
    </g>
    <path d="M66 194h124" stroke="#fffaf1" stroke-width="10" stroke-linecap="round"/>`,
};

const REPAIR_SHOP_LOOK: SeedLook = {
  colors: {
    primaryColor: '#14555a',
    secondaryColor: '#bfe0d8',
    accentColor: '#d9482b',
    backgroundColor: '#ffffff',
    textColor: '#16262a',
    headingFont: 'Trebuchet MS',
    bodyFont: 'Figtree',
  },
  // A wheel that turns once more.
  logo: `
    <rect x="8" y="8" width="240" height="240" rx="52" fill="#14555a"/>
    <g fill="none" stroke="#ffffff" stroke-width="13" stroke-linecap="round" stroke-linejoin="round">
      <path d="M196 96a74 74 0 1 0 5 50"/><path d="M203 60l-6 38-38-6"/>
      <path d="M128 128V74M128 128l47 27M128 128l-47 27" stroke="#bfe0d8" stroke-width="9"/>
    </g>
    <circle cx="128" cy="128" r="17" fill="#d9482b"/>`,
};

/** The logo is a drawing of 256 by 256. */
interface SeedLook {
  colors: LookValues;
  logo: string;
}

async function seedLook(userId: UserScope, id: string, { colors, logo }: SeedLook): Promise<void> {
  await saveLook(userId, id, { version: 1, values: colors });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="512" height="512">${logo}</svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  await setLogo(userId, id, 'logo.png', Readable.from([png]));
}

async function seedBrand(
  userId: UserScope,
  name: string,
  texts: Texts,
  look: SeedLook,
): Promise<string> {
  const existing = await prisma.profile.findFirst({
    where: { userId, name },
    select: { id: true },
  });
  if (existing) return existing.id;
  const id = await createProfile(userId, name);
  for (const kind of Object.keys(texts) as ComponentKind[]) {
    await saveComponent(userId, id, kind, {
      componentId: null,
      version: 0,
      values: { name, ...texts[kind] },
    });
  }
  await seedLook(userId, id, look);
  if (name === 'Hearth & Crumb') {
    await addRules(userId, id, BAKERY_RULES);
    await selectProfile(userId, id);
    await addSources(userId, id, { kind: 'text', name: 'Price list', text: BAKERY_PRICES });
  }
  return id;
}
