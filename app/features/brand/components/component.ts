// The four components of a brand profile. Forms, prompts, archives, and storage follow this definition: a new field
// needs only a column in prisma/schema.prisma and an entry here.

/** In the order of the steps. All examples come from one fictional bakery. */
export const COMPONENTS = {
  brandStory: {
    label: 'Brand story',
    intro: 'Who you are and how you sound. It shapes every text that is written for you.',
    fields: {
      whatYouDo: {
        label: 'What you do',
        explanation: 'What your business does, for whom and where, as you would tell a neighbor.',
        example:
          'We bake sourdough bread and pastries in Lindau, by hand and overnight, and sell them from our shop and at two weekly markets.',
      },
      whatMakesYouDifferent: {
        label: 'What makes you different',
        explanation: 'What people get from you and not from others.',
        example:
          'Every loaf rests for 36 hours. We use four ingredients and can name the farmer behind each of them.',
      },
      brandVoice: {
        label: 'Brand voice',
        explanation: 'How you sound: tone, words that you use, words that you never use.',
        example:
          'Warm, plain and a little dry. Short sentences. We say “bread”, never “product”. No exclamation marks.',
      },
    },
  },
  customerJourney: {
    label: 'Customer journey',
    intro: 'Whom you serve: where they are now, what is in their way and where they want to be.',
    fields: {
      idealCustomer: {
        label: 'Ideal customer',
        explanation:
          'The person you would like more of: their life, their work, what they care about.',
        example:
          'Families within walking distance who cook on weekdays, read labels and would rather buy one good loaf than three cheap ones.',
      },
      customerProblems: {
        label: 'Customer problems',
        explanation: 'What bothers them before they find you.',
        example:
          'Supermarket bread is stale by noon and upsets their stomach; good bread means a drive across town.',
      },
      desiredOutcome: {
        label: 'Desired outcome',
        explanation: 'What they want to be true afterwards.',
        example:
          'Bread that stays fresh for four days, and a Saturday breakfast the children look forward to.',
      },
      currentObstacles: {
        label: 'Current obstacles',
        explanation: 'What keeps them from it: price, habit, doubt, time.',
        example:
          'They think good bread is expensive, and we are sold out when they come after work.',
      },
    },
  },
  solutionSuite: {
    label: 'Solution suite',
    intro: 'What you sell, why it helps, and what you ask people to do.',
    fields: {
      offering: {
        label: 'Offering',
        explanation: 'Your products and services, with what belongs to each.',
        example:
          'Six breads, four pastries, a bread subscription with pick-up from Tuesday to Saturday, and a baking class each month.',
      },
      benefits: {
        label: 'Benefits',
        explanation: 'What each of them does for the customer.',
        example:
          'With a subscription the loaf is put aside for you, even if you come at ten to seven.',
      },
      proofPoints: {
        label: 'Proof points',
        explanation: 'Facts that show it: numbers, reviews, awards, guarantees. Only what is true.',
        example: '212 subscribers, 4.9 stars from 380 reviews, regional bakers’ prize of 2024.',
      },
      pricing: {
        label: 'Pricing',
        explanation: 'What it costs, and what that includes.',
        example:
          'Loaves from 4.80 €. Subscription 19 € a month for one loaf a week, to be ended at any time.',
      },
      callToAction: {
        label: 'Call to action',
        explanation: 'What you want people to do next.',
        example:
          'Reserve your first loaf at the counter or online; it is free with a new subscription.',
      },
    },
  },
  campaignFramework: {
    label: 'Campaign framework',
    intro: 'Where your messages go, and the rules that they have to keep.',
    fields: {
      distribution: {
        label: 'Distribution',
        explanation: 'Where you publish, and how often.',
        example:
          'Instagram three times a week, a newsletter on Thursdays, a poster at the market, the shop window.',
      },
      requirements: {
        label: 'Requirements',
        explanation: 'What every piece has to keep to: lengths, words, legal lines, languages.',
        example:
          'Always name allergens. Prices with VAT. German first, English below. No discounts above 10 %.',
      },
    },
  },
} as const;

export type ComponentKind = keyof typeof COMPONENTS;
export type ComponentField = {
  [Kind in ComponentKind]: keyof (typeof COMPONENTS)[Kind]['fields'];
}[ComponentKind];

export const COMPONENT_KINDS = Object.keys(COMPONENTS) as ComponentKind[];

export const COMPONENT_FIELDS = Object.fromEntries(
  COMPONENT_KINDS.map((kind) => [kind, Object.keys(COMPONENTS[kind].fields)]),
) as unknown as Record<ComponentKind, readonly ComponentField[]>;

/** A field's label, an explanation of what to write, and an example. */
export interface FieldGuide {
  label: string;
  explanation: string;
  example: string;
}

export const FIELD_GUIDES = Object.assign(
  {},
  ...COMPONENT_KINDS.map((kind) => COMPONENTS[kind].fields),
) as Record<ComponentField, FieldGuide>;

/** What can be written in a component: its name and its fields. */
export type ComponentText = 'name' | ComponentField;
export type ComponentValues = Partial<Record<ComponentText, string>>;

export function isComponentKind(value: unknown): value is ComponentKind {
  return typeof value === 'string' && Object.hasOwn(COMPONENTS, value);
}

/** The name and the fields of this kind of component, the name first. */
export function textsOf(kind: ComponentKind): readonly ComponentText[] {
  return ['name', ...COMPONENT_FIELDS[kind]];
}

export function textLabel(kind: ComponentKind, text: ComponentText): string {
  return text === 'name'
    ? `Name of this ${COMPONENTS[kind].label.toLowerCase()}`
    : FIELD_GUIDES[text].label;
}

/** A component as a profile has it. Before anything is written, it has no id, and its version is 0. */
export interface Component {
  id: string | null;
  version: number;
  /** Has every text of its kind. */
  values: ComponentValues;
  /** The other profiles that use it. */
  sharedWith: { id: string; name: string }[];
}

export function emptyComponent(kind: ComponentKind): Component {
  const values = Object.fromEntries(textsOf(kind).map((text) => [text, '']));
  return { id: null, version: 0, values, sharedWith: [] };
}

/** In code points. */
export const MAX_FIELD = 20_000;
export const MAX_NAME = 100;

export function maxLengthOf(text: ComponentText): number {
  return text === 'name' ? MAX_NAME : MAX_FIELD;
}

/** Whether a text has more than `max` code points. */
export function isLongerThan(text: string, max: number): boolean {
  // A code point is one or two UTF-16 units, so counting them is necessary only between these bounds.
  return text.length > max && (text.length > max * 2 || [...text].length > max);
}

/**
 * Whether a text is too long even before it's cleaned. Cleaning can halve it (`\r\n`), and a code point can take two
 * UTF-16 units, so up to four times as many units may be short enough.
 */
export function isFarLongerThan(typed: string, max: number): boolean {
  return typed.length > max * 4;
}

/** Whether any field has text; the name doesn't count. */
export function hasText(kind: ComponentKind, values: ComponentValues): boolean {
  return COMPONENT_FIELDS[kind].some((field) => (values[field] ?? '').trim() !== '');
}

/** A text as it is stored: without what PostgreSQL can't hold, and with line breaks as browsers have them. */
export function cleanText(typed: string): string {
  return typed.replaceAll('\0', '').toWellFormed().replaceAll('\r\n', '\n');
}

/** A name as it is stored: on one line, trimmed. */
export function cleanName(typed: string): string {
  return cleanText(typed).replace(/\s+/g, ' ').trim();
}
