import type { GroundingSource } from '~/features/brand/grounding/grounding';

export interface EvalBrand extends GroundingSource {
  id: string;
  /** However a text may name it, so that a judge can be kept from knowing whose it is. */
  names: readonly string[];
}

/** Three fictional businesses of the same size and town, which differ in what they sell and in how they sound. */
export const BRANDS: readonly EvalBrand[] = [
  {
    id: 'bakery',
    name: 'Rye & Shine',
    names: ['Rye & Shine', 'Rye and Shine', 'RyeShine', 'RyeAndShine'],
    components: {
      brandStory: {
        whatYouDo:
          'We bake sourdough bread by hand and overnight, and sell it in our shop and at two weekly farmers markets.',
        whatMakesYouDifferent:
          'Every loaf rests for 36 hours. Four ingredients, and we can name the farmer behind each one.',
        brandVoice:
          'Warm, plain, and a little dry. Short sentences. We say “bread,” never “product.” No exclamation points, no superlatives.',
      },
      customerJourney: {
        idealCustomer: 'Families within walking distance who cook on weeknights and read labels.',
        customerProblems: 'Supermarket bread is stale by noon and hard on the stomach.',
        desiredOutcome: 'Bread that stays fresh for four days.',
        currentObstacles: 'We’re sold out by the time they get off work.',
      },
      solutionSuite: {
        offering: 'Six breads and a bread subscription with pickup Tuesday through Saturday.',
        benefits:
          'Subscribers always get their loaf: we set it aside until ten minutes to closing.',
        proofPoints: '212 subscribers. Best bread at the 2024 state fair.',
        pricing: 'Loaves from $7. Subscription: $25 a month for one loaf a week.',
        callToAction: 'Reserve your first loaf in the shop. It’s free with a new subscription.',
      },
    },
  },
  {
    id: 'bikes',
    name: 'Second Gear',
    names: ['Second Gear', 'SecondGear', '2nd Gear'],
    components: {
      brandStory: {
        whatYouDo: 'We repair and rebuild used bicycles, and rent cargo bikes by the day.',
        whatMakesYouDifferent:
          'A fixed price before we touch the bike. If it isn’t worth it, we say so.',
        brandVoice:
          'Fast, cheeky, and full of energy! We talk like the friend who knows bikes: contractions, questions, wordplay, one emoji at the end. We call customers “riders.”',
      },
      customerJourney: {
        idealCustomer:
          'City commuters between 20 and 40 who ride daily and fix nothing themselves.',
        customerProblems: 'A squeaking, slow bike, and repair shops that take two weeks.',
        desiredOutcome: 'A bike that just works on Monday morning.',
        currentObstacles: 'They’re afraid of a big bill and of sounding clueless.',
      },
      solutionSuite: {
        offering: 'Repairs in 48 hours, rebuilt bikes with a year’s warranty, cargo bikes to rent.',
        benefits: 'Drop it off on the way to work and ride home the next day.',
        proofPoints: '3,100 repairs since 2019, 4.8 stars from 540 reviews.',
        pricing: 'Tune-up $49. Rebuilt bikes from $240. Cargo bikes $35 a day.',
        callToAction: 'Book a 15-minute check online. It’s on us.',
      },
    },
  },
  {
    id: 'tax',
    name: 'Hollis Ledger',
    names: ['Hollis Ledger', 'HollisLedger', 'Hollis'],
    components: {
      brandStory: {
        whatYouDo: 'We keep the books and file the taxes of restaurants and small shops.',
        whatMakesYouDifferent: 'One accountant who knows your business, and a flat monthly fee.',
        brandVoice:
          'Calm, precise, and reassuring. Complete sentences without slang or jokes. We explain each term at its first use. We write “you can rely on,” never “guarantee.”',
      },
      customerJourney: {
        idealCustomer: 'Owners of one to three locations who do their books on Sunday nights.',
        customerProblems:
          'Shoeboxes of receipts and letters from the tax office that they don’t open.',
        desiredOutcome: 'A free Sunday, and no surprises in April.',
        currentObstacles: 'They think an accountant is for larger businesses.',
      },
      solutionSuite: {
        offering: 'Monthly bookkeeping, payroll for up to 25 people, and yearly tax returns.',
        benefits: 'You photograph receipts; we do the rest and call you once a month.',
        proofPoints: '140 clients, 12 years, all returns of 2024 filed on time.',
        pricing: 'From $290 a month, payroll included. No setup fee.',
        callToAction: 'Arrange a first conversation of 30 minutes, free of charge.',
      },
    },
  },
];
