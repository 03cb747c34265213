import type { ComponentField, OpenProfile, ProfileChoice } from '~/features/brand';
import { BRIEF_LIMITS, type BriefRequest } from '~/features/copywriting';

/** The steps after sign-up, in order. */
export const STEP_PATHS = ['/welcome', '/welcome/brand', '/welcome/posts'] as const;
export type StepPath = (typeof STEP_PATHS)[number];

/** Where the steps end, and where skipping them leads. */
export const APP = '/ai-lab';

/** What the steps have made so far. */
export interface Steps {
  profile: Pick<ProfileChoice, 'id' | 'name' | 'version' | 'look'> | null;
  /** The draft that was accepted; a newer one is shown for review. */
  draftId: string | null;
  briefId: string | null;
  imageJobId: string | null;
}

/** Where someone who left continues. */
export function nextStep({ profile, briefId }: Pick<Steps, 'profile' | 'briefId'>): StepPath {
  if (profile === null) return '/welcome';
  return briefId === null ? '/welcome/brand' : '/welcome/posts';
}

/** The fields of the brand card; the draft's others are folded up below it. */
export const CARD_FIELDS = [
  'whatYouDo',
  'brandVoice',
  'idealCustomer',
  'offering',
] as const satisfies readonly ComponentField[];

export type BrandTexts = Partial<Record<ComponentField, string>>;

/** All texts of a profile. */
export function textsOf({ components }: Pick<OpenProfile, 'components'>): BrandTexts {
  return Object.assign({}, ...Object.values(components).map(({ values }) => values)) as BrandTexts;
}

/** What the business does, in its own words, on one line of at most `max` characters. */
function summaryOf({ whatYouDo = '', offering = '' }: BrandTexts, max: number): string {
  const text = (whatYouDo.trim() === '' ? offering : whatYouDo).replace(/\s+/gu, ' ').trim();
  const characters = [...text];
  if (characters.length <= max) return text;
  const head = characters.slice(0, max - 1).join('');
  const space = head.lastIndexOf(' ');
  return `${space > head.length / 2 ? head.slice(0, space) : head}…`;
}

const MAX_SUMMARY = 400;

/** The name and the business's own words, so that posts are written in its language. */
function introduction(name: string, texts: BrandTexts): string {
  const summary = summaryOf(texts, MAX_SUMMARY);
  return summary === '' ? name : `${name}: ${summary}`;
}

/** The brief of the first posts: one for each of three networks, which introduce the business. */
export function firstBrief(
  { id, name }: { id: string; name: string },
  texts: BrandTexts,
): BriefRequest {
  return {
    kind: 'campaign',
    formatIds: ['linkedin-post', 'x-post', 'instagram-caption'],
    variants: 1,
    profileId: id,
    fields: {
      topic: [...introduction(name, texts)].slice(0, BRIEF_LIMITS.topic).join(''),
      audience: '',
      goal: '',
      tone: '',
      length: 'short',
      language: '',
      keywords: [],
      callToAction: '',
    },
  };
}

/** What the first image shows. */
export function firstImagePrompt(name: string, texts: BrandTexts): string {
  return `An inviting scene for a social media post by a business. Show its work or its place, without any text, letters, or logos. ${introduction(name, texts)}`;
}

export const CHECKLIST_ITEMS = ['brand', 'chat', 'text', 'image', 'email'] as const;

export interface ChecklistItem {
  id: (typeof CHECKLIST_ITEMS)[number];
  done: boolean;
  /** Where to do it. */
  to: string;
}
