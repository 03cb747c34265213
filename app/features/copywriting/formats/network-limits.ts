import { weightedLength } from './weighted-length';

/** When these numbers were last looked up. Networks change them: the date and the sources say where to look again. */
export const LIMITS_AS_OF = '2026-11';

/**
 * How sure a number is: `published` by the network itself; `reported` by those who post through it or have measured. Where
 * texts are cut on a screen differs from device to device: good for a hint and not for a refusal.
 */
type Certainty = 'published' | 'reported';

export interface Limit {
  max: number;
  certainty: Certainty;
  source: string;
}

export type NetworkId = 'linkedin' | 'x' | 'instagram' | 'facebook';

export interface Network {
  name: string;
  /** Characters of one post. */
  post: Limit;
  /** How the network counts them. */
  count: (text: string) => number;
  /** Where a feed folds a post behind "see more"; null where it shows all of it. */
  fold: (Limit & { lines: number }) | null;
  /** Hashtags of one post that the network takes; null where it does not say. */
  hashtags: Limit | null;
}

/**
 * LinkedIn, Instagram and Facebook do not publish whether an emoji is one character to them or several. UTF-16 units
 * are the largest of the counts in use, so what fits by them fits.
 */
const inUnits = (text: string) => text.length;

export const NETWORKS: Record<NetworkId, Network> = {
  x: {
    name: 'X',
    post: {
      max: 280,
      certainty: 'published',
      source: 'https://docs.x.com/fundamentals/counting-characters',
    },
    // An address is 23, an emoji 2, Chinese, Japanese and Korean letters 2 each:
    // https://raw.githubusercontent.com/twitter/twitter-text/master/config/v3.json
    count: weightedLength,
    fold: null,
    hashtags: null,
  },
  linkedin: {
    name: 'LinkedIn',
    post: {
      max: 3_000,
      certainty: 'reported',
      source: 'https://www.ayrshare.com/docs/apis/post/social-networks/linkedin.md',
    },
    count: inUnits,
    fold: {
      max: 210,
      lines: 3,
      certainty: 'reported',
      source: 'https://socialpreviewhub.com/guides/character-counter',
    },
    hashtags: null,
  },
  instagram: {
    name: 'Instagram',
    post: {
      max: 2_200,
      certainty: 'reported',
      source: 'https://ayrshare.com/apis/post/social-networks/instagram',
    },
    count: inUnits,
    fold: {
      max: 125,
      lines: 2,
      certainty: 'reported',
      source: 'https://wordcounter.nzuki.com/guides/social-media-character-limits-explained',
    },
    hashtags: {
      // 30 until December 2025; announced by @creators and by the head of Instagram, and rolled out since.
      max: 5,
      certainty: 'reported',
      source: 'https://routenote.com/blog/Instagram-hashtags',
    },
  },
  facebook: {
    name: 'Facebook',
    post: {
      max: 63_206,
      certainty: 'reported',
      source: 'https://wordcounter.nzuki.com/guides/social-media-character-limits-explained',
    },
    count: inUnits,
    fold: {
      max: 477,
      lines: 5,
      certainty: 'reported',
      source: 'https://msa505.com/tools/blog/social-media-character-limits.html',
    },
    hashtags: null,
  },
};

const INBOXES = 'https://www.emailtooltester.com/en/blog/email-subject-lines-character-limit/';

/** What inboxes show of an email before it is opened. No standard says so, and a wide letter takes the place of two. */
export const EMAIL_LIMITS = {
  subject: {
    phone: { max: 40, certainty: 'reported', source: INBOXES },
    desktop: { max: 60, certainty: 'reported', source: INBOXES },
  },
  preheader: {
    phone: { max: 85, certainty: 'reported', source: INBOXES },
    desktop: { max: 100, certainty: 'reported', source: INBOXES },
  },
} as const satisfies Record<string, Record<'phone' | 'desktop', Limit>>;

/** What the results of a search show of a page's title. Google cuts by width, not by characters, and says only that. */
export const TITLE_LIMIT: Limit = {
  max: 60,
  certainty: 'reported',
  source: 'https://developers.google.com/search/docs/appearance/title-link',
};
