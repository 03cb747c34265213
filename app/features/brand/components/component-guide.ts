import type { ComponentField, ComponentKind, ComponentText } from './component';

/** What each component and field is called wherever it is named. */
export const COMPONENT_LABELS: Record<ComponentKind, string> = {
  brandStory: 'Brand story',
  customerJourney: 'Customer journey',
  solutionSuite: 'Solution suite',
  campaignFramework: 'Campaign framework',
};

export const FIELD_LABELS: Record<ComponentField, string> = {
  whatYouDo: 'What you do',
  whatMakesYouDifferent: 'What makes you different',
  brandVoice: 'Brand voice',
  idealCustomer: 'Ideal customer',
  customerProblems: 'Customer problems',
  desiredOutcome: 'Desired outcome',
  currentObstacles: 'Current obstacles',
  offering: 'Offering',
  benefits: 'Benefits',
  proofPoints: 'Proof points',
  pricing: 'Pricing',
  callToAction: 'Call to action',
  distribution: 'Distribution',
  requirements: 'Requirements',
};

/** What a text of a component is called. */
export function textLabel(kind: ComponentKind, text: ComponentText): string {
  return text === 'name'
    ? `Name of this ${COMPONENT_LABELS[kind].toLowerCase()}`
    : FIELD_LABELS[text];
}

/** What a step is about. */
export const COMPONENT_INTROS: Record<ComponentKind, string> = {
  brandStory: 'Who you are and how you sound. It shapes every text that is written for you.',
  customerJourney:
    'Whom you serve: where they are now, what is in their way and where they want to be.',
  solutionSuite: 'What you sell, why it helps, and what you ask people to do.',
  campaignFramework: 'Where your messages go, and the rules that they have to keep.',
};

interface Guide {
  explanation: string;
  example: string;
}

/** What to write in a field, and how it may look: all examples are of one made-up bakery. */
export const FIELD_GUIDES: Record<ComponentField, Guide> = {
  whatYouDo: {
    explanation: 'What your business does, for whom and where, as you would tell a neighbor.',
    example:
      'We bake sourdough bread and pastries in Lindau, by hand and overnight, and sell them from our shop and at two weekly markets.',
  },
  whatMakesYouDifferent: {
    explanation: 'What people get from you and not from others.',
    example:
      'Every loaf rests for 36 hours. We use four ingredients and can name the farmer behind each of them.',
  },
  brandVoice: {
    explanation: 'How you sound: tone, words that you use, words that you never use.',
    example:
      'Warm, plain and a little dry. Short sentences. We say “bread”, never “product”. No exclamation marks.',
  },
  idealCustomer: {
    explanation: 'The person you would like more of: their life, their work, what they care about.',
    example:
      'Families within walking distance who cook on weekdays, read labels and would rather buy one good loaf than three cheap ones.',
  },
  customerProblems: {
    explanation: 'What bothers them before they find you.',
    example:
      'Supermarket bread is stale by noon and upsets their stomach; good bread means a drive across town.',
  },
  desiredOutcome: {
    explanation: 'What they want to be true afterwards.',
    example:
      'Bread that stays fresh for four days, and a Saturday breakfast the children look forward to.',
  },
  currentObstacles: {
    explanation: 'What keeps them from it: price, habit, doubt, time.',
    example: 'They think good bread is expensive, and we are sold out when they come after work.',
  },
  offering: {
    explanation: 'Your products and services, with what belongs to each.',
    example:
      'Six breads, four pastries, a bread subscription with pick-up from Tuesday to Saturday, and a baking class each month.',
  },
  benefits: {
    explanation: 'What each of them does for the customer.',
    example: 'With a subscription the loaf is put aside for you, even if you come at ten to seven.',
  },
  proofPoints: {
    explanation: 'Facts that show it: numbers, reviews, awards, guarantees. Only what is true.',
    example: '212 subscribers, 4.9 stars from 380 reviews, regional bakers’ prize of 2024.',
  },
  pricing: {
    explanation: 'What it costs, and what that includes.',
    example:
      'Loaves from 4.80 €. Subscription 19 € a month for one loaf a week, to be ended at any time.',
  },
  callToAction: {
    explanation: 'What you want people to do next.',
    example:
      'Reserve your first loaf at the counter or online; it is free with a new subscription.',
  },
  distribution: {
    explanation: 'Where you publish, and how often.',
    example:
      'Instagram three times a week, a newsletter on Thursdays, a poster at the market, the shop window.',
  },
  requirements: {
    explanation: 'What every piece has to keep to: lengths, words, legal lines, languages.',
    example:
      'Always name allergens. Prices with VAT. German first, English below. No discounts above 10 %.',
  },
};
