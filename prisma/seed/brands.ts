import { saveComponent } from '~/features/brand/components/component-actions.server';
import type { ComponentField, ComponentKind } from '~/features/brand/components/component';
import { createProfile, selectProfile } from '~/features/brand/profiles/profile-actions.server';
import { prisma } from '~/lib/db/index.server';
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
  const bakery = await seedBrand(userId, 'Hearth & Crumb', BAKERY);
  const repairShop = await seedBrand(userId, 'Second Spin', REPAIR_SHOP);
  return { bakery, repairShop };
}

async function seedBrand(userId: UserScope, name: string, texts: Texts): Promise<string> {
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
  if (name === 'Hearth & Crumb') await selectProfile(userId, id);
  return id;
}
