// The four components of a brand profile. Forms, prompts, archives, and storage follow this definition; CONTRIBUTING.md
// (Add a field to a brand profile) says what else a new field needs.

import { formatNumber } from '~/lib/format/numbers';
import { storable } from '~/lib/text/storable';

/** In the order of the steps. All examples come from one fictional bakery. */
export const COMPONENTS = {
  brandStory: {
    label: 'Brand story',
    intro: 'Who you are and how you sound. It shapes everything we write for you.',
    fields: {
      whatYouDo: {
        label: 'What you do',
        explanation: 'What you do, for whom, and where, as you’d tell a neighbor.',
        example:
          'We bake sourdough bread and pastries in Asheville, by hand and overnight, and sell them in our shop and at two weekly farmers markets.',
      },
      whatMakesYouDifferent: {
        label: 'What makes you different',
        explanation: 'What people get from you and no one else.',
        example:
          'Every loaf rests for 36 hours. We use four ingredients and can name the farmer behind each one.',
      },
      brandVoice: {
        label: 'Brand voice',
        explanation: 'How you sound: your tone, words you love, and words you never use.',
        example:
          'Warm, plain, and a little dry. Short sentences. We say “bread,” never “product.” No exclamation points.',
      },
    },
  },
  customerJourney: {
    label: 'Customer journey',
    intro: 'Who you serve: where they are now, what’s in their way, and where they want to be.',
    fields: {
      idealCustomer: {
        label: 'Ideal customer',
        explanation:
          'The customer you want more of: their life, their work, and what they care about.',
        example:
          'Families within walking distance who cook on weeknights, read labels, and would rather buy one good loaf than three cheap ones.',
      },
      customerProblems: {
        label: 'Customer problems',
        explanation: 'What bothers them before they find you.',
        example:
          'Supermarket bread is stale by noon and hard on the stomach, and good bread means a drive across town.',
      },
      desiredOutcome: {
        label: 'Desired outcome',
        explanation: 'What they want life to look like afterward.',
        example:
          'Bread that stays fresh for four days, and a Saturday breakfast the kids look forward to.',
      },
      currentObstacles: {
        label: 'Current obstacles',
        explanation: 'What holds them back: price, habit, doubt, or time.',
        example:
          'They think good bread is expensive, and we’re sold out by the time they get off work.',
      },
    },
  },
  solutionSuite: {
    label: 'Solution suite',
    intro: 'What you sell, why it helps, and what people should do next.',
    fields: {
      offering: {
        label: 'Offering',
        explanation: 'Your products and services, and what’s included in each.',
        example:
          'Six breads, four pastries, a bread subscription with pickup Tuesday through Saturday, and a monthly baking class.',
      },
      benefits: {
        label: 'Benefits',
        explanation: 'What each one does for your customer.',
        example:
          'Subscribers always get their loaf: we set it aside, even if they show up ten minutes before closing.',
      },
      proofPoints: {
        label: 'Proof points',
        explanation:
          'Facts that back it up: numbers, reviews, awards, guarantees. Only what’s true.',
        example: '212 subscribers, 4.9 stars from 380 reviews, best bread at the 2024 state fair.',
      },
      pricing: {
        label: 'Pricing',
        explanation: 'What it costs, and what that includes.',
        example: 'Loaves from $7. Subscription: $25 a month for one loaf a week, cancel anytime.',
      },
      callToAction: {
        label: 'Call to action',
        explanation: 'What you want people to do next.',
        example:
          'Reserve your first loaf in the shop or online. It’s free with a new subscription.',
      },
    },
  },
  campaignFramework: {
    label: 'Campaign framework',
    intro: 'Your channels and ground rules.',
    fields: {
      distribution: {
        label: 'Distribution',
        explanation: 'Where you publish, and how often.',
        example:
          'Instagram three times a week, a newsletter on Thursdays, a sign at the market, and the shop window.',
      },
      requirements: {
        label: 'Requirements',
        explanation: 'Rules for everything you publish: length, wording, legal lines, languages.',
        example: 'Always list allergens. English first, Spanish below. No discounts over 10%.',
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
  /** In code points; `MAX_FIELD` unless a field has a limit of its own. */
  maxLength?: number;
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
  return text === 'name' ? MAX_NAME : (FIELD_GUIDES[text].maxLength ?? MAX_FIELD);
}

export function isTextTooLong(text: ComponentText, value: string): boolean {
  return isLongerThan(value, maxLengthOf(text));
}

export function tooLongText(label: string, text: ComponentText): string {
  return `“${label}” is too long to save. Use up to ${formatNumber(maxLengthOf(text))} characters.`;
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
  return storable(typed).replaceAll('\r\n', '\n');
}

/** A name as it is stored: on one line, trimmed. */
export function cleanName(typed: string): string {
  return cleanText(typed).replace(/\s+/g, ' ').trim();
}
