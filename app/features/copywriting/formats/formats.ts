import type { BrandLook } from '~/features/brand';

import type { BrandCheckProps } from '../brand-check/brand-check';
import type { CategoryId } from './categories';

/**
 * What copy can be written as, by category, in the order in which they are offered: the one registry that the wizard,
 * the prompts, the checks and the previews go by.
 */
export const FORMATS = [
  {
    id: 'linkedin-post',
    category: 'social',
    name: 'LinkedIn post',
    hint: 'A post for a professional audience',
  },
  { id: 'x-post', category: 'social', name: 'X post', hint: 'One short post on X' },
  {
    id: 'instagram-caption',
    category: 'social',
    name: 'Instagram caption',
    hint: 'The text under an image, with hashtags',
  },
  {
    id: 'facebook-post',
    category: 'social',
    name: 'Facebook post',
    hint: 'A friendly post for your page',
  },
  { id: 'thread', category: 'social', name: 'Thread', hint: 'A connected series of X posts' },

  {
    id: 'article',
    category: 'longform',
    name: 'Article',
    hint: 'A blog post with headings',
  },
  {
    id: 'case-study',
    category: 'longform',
    name: 'Case study',
    hint: 'How you helped one customer, step by step',
  },
  {
    id: 'newsletter',
    category: 'longform',
    name: 'Newsletter',
    hint: 'One issue with several short sections',
  },

  {
    id: 'hero',
    category: 'landing',
    name: 'Hero',
    hint: 'The headline, subheadline, and button at the top of a page',
  },
  {
    id: 'features',
    category: 'landing',
    name: 'Features',
    hint: 'What people get, in short blocks',
  },
  { id: 'pricing', category: 'landing', name: 'Pricing', hint: 'Your offers side by side' },
  { id: 'faq', category: 'landing', name: 'FAQ', hint: 'Questions people ask, answered' },
  {
    id: 'landing-page',
    category: 'landing',
    name: 'Whole page',
    hint: 'A landing page from headline to final call to action',
  },

  {
    id: 'cold-email',
    category: 'email',
    name: 'Cold email',
    hint: 'A first email to someone new',
  },
  {
    id: 'welcome-sequence',
    category: 'email',
    name: 'Welcome sequence',
    hint: 'Emails for a new subscriber’s first days',
  },
  {
    id: 'promotion',
    category: 'email',
    name: 'Promotion',
    hint: 'An offer for the people on your list',
  },
  {
    id: 'follow-up',
    category: 'email',
    name: 'Follow-up',
    hint: 'A friendly reminder when there’s no reply',
  },
] as const satisfies readonly {
  id: string;
  category: CategoryId;
  name: string;
  hint: string;
}[];

export type FormatId = (typeof FORMATS)[number]['id'];

export interface Format {
  id: FormatId;
  category: CategoryId;
  /** What people read. */
  name: string;
  /** Half a sentence that says what it is. */
  hint: string;
}

export const FORMAT_IDS = FORMATS.map(({ id }) => id) as [FormatId, ...FormatId[]];

/** Whether its preview is a page in a frame, in which nothing can be marked. */
export function isFramed(id: FormatId | null): boolean {
  return formatById(id)?.category === 'landing';
}

/** Posts on a network have no Markdown: an asterisk is just an asterisk. */
export function isMarkdown(category: CategoryId | undefined): boolean {
  return category !== 'social';
}

/** The format with this id; undefined for anything else. */
export function formatById(id: string | null | undefined): Format | undefined {
  return FORMATS.find((format) => format.id === id);
}

/** Where a text of this format is saved; one without a format is a longer text. */
export function categoryOf(id: string | null): CategoryId {
  return formatById(id)?.category ?? 'longform';
}

export function formatsOf(category: CategoryId): Format[] {
  return FORMATS.filter((format) => format.category === category);
}

/** One piece of each category, for a whole campaign from one brief. */
export const CAMPAIGN_FORMATS: readonly FormatId[] = [
  'linkedin-post',
  'x-post',
  'article',
  'landing-page',
  'promotion',
];

export interface FormatChecksProps {
  /** Null for a text without a format, which only its brand has something to say of. */
  formatId: FormatId | null;
  text: string;
  /** The brand that the text speaks for; null for none. */
  brand: BrandCheckProps | null;
  /** Words and phrases that the text should use. */
  keywords?: readonly string[];
}

export interface FormatPreviewProps {
  /** Of the variant or the saved content, whose citations aren't published with it. */
  textId: string;
  formatId: FormatId;
  text: string;
  /** Whose post, email or page it is. */
  businessName?: string;
  /** The profile that it is drawn for, with its logo, colors, and fonts. */
  brand?: PreviewedBrand | null;
}

export interface PreviewedBrand {
  id: string;
  look: BrandLook | null;
}

/** What the frame of a page's preview is sent, and how much of it. Read on both sides. */
export const PREVIEW_ADDRESS = '/frames/preview';
export const PREVIEW_FIELDS = {
  format: 'format',
  text: 'text',
  name: 'name',
  profile: 'profile',
} as const;

/** UTF-16 units of a text that is previewed. */
export const MAX_PREVIEW_TEXT = 200_000;
export const MAX_PREVIEW_NAME = 200;
