// The four components of a brand profile and their fields, in the order the app asks for them.

export const COMPONENT_FIELDS = {
  brandStory: ['whatYouDo', 'whatMakesYouDifferent', 'brandVoice'],
  customerJourney: ['idealCustomer', 'customerProblems', 'desiredOutcome', 'currentObstacles'],
  solutionSuite: ['offering', 'benefits', 'proofPoints', 'pricing', 'callToAction'],
  campaignFramework: ['distribution', 'requirements'],
} as const;

export type ComponentKind = keyof typeof COMPONENT_FIELDS;
export type ComponentField = (typeof COMPONENT_FIELDS)[ComponentKind][number];

export const COMPONENT_KINDS = Object.keys(COMPONENT_FIELDS) as ComponentKind[];

/** What somebody can write in a component: its name, and its fields. */
export type ComponentText = 'name' | ComponentField;
export type ComponentValues = Partial<Record<ComponentText, string>>;

export function isComponentKind(value: unknown): value is ComponentKind {
  return typeof value === 'string' && Object.hasOwn(COMPONENT_FIELDS, value);
}

/** Everything that is written in a component of this kind, the name first. */
export function textsOf(kind: ComponentKind): readonly ComponentText[] {
  return ['name', ...COMPONENT_FIELDS[kind]];
}

/** A component as a profile has it. Before anything is written it has no id and version 0. */
export interface Component {
  id: string | null;
  version: number;
  /** Every text of its kind. */
  values: ComponentValues;
  /** The other profiles that use it. */
  sharedWith: { id: string; name: string }[];
}

/** What is there before anything is written. */
export function emptyComponent(kind: ComponentKind): Component {
  const values = Object.fromEntries(textsOf(kind).map((text) => [text, '']));
  return { id: null, version: 0, values, sharedWith: [] };
}

/** How long a text may be, in code points. */
export const MAX_FIELD = 20_000;
export const MAX_NAME = 100;

export function mostOf(text: ComponentText): number {
  return text === 'name' ? MAX_NAME : MAX_FIELD;
}

/** Whether a text has more than `most` code points. */
export function isLongerThan(text: string, most: number): boolean {
  // A code point is one or two units: the count itself is needed only in between.
  return text.length > most && (text.length > most * 2 || [...text].length > most);
}

/** Whether anything beside its name is written in it. */
export function isWritten(kind: ComponentKind, values: ComponentValues): boolean {
  return COMPONENT_FIELDS[kind].some((field) => (values[field] ?? '').trim() !== '');
}
