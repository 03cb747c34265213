/** The ledger stores these names. */
export const TOKEN_USES = [
  'chat',
  'copy',
  'profiles',
  'images',
  'video',
  'training',
  'dictation',
  'other',
] as const;
export type TokenUse = (typeof TOKEN_USES)[number];

export const USE_NAMES: Readonly<Record<TokenUse, string>> = {
  chat: 'Chat',
  copy: 'Copy',
  profiles: 'Brand profiles',
  images: 'Images',
  video: 'Video',
  training: 'Training',
  dictation: 'Dictation',
  other: 'Other',
};

/** By the kinds of generations (`registerKind`) and media jobs. */
const USE_OF_KIND: Readonly<Record<string, TokenUse>> = {
  chat: 'chat',
  piece: 'copy',
  passage: 'copy',
  'profile-draft': 'profiles',
  'rule-proposals': 'profiles',
  review: 'copy',
  image: 'images',
  video: 'video',
  lora: 'training',
  dictation: 'dictation',
};

export function tokenUseOf(kind: string): TokenUse {
  return USE_OF_KIND[kind] ?? 'other';
}

/** Reads a use from the ledger; `other` for old entries, which have none. */
export function parseUse(use: string | null): TokenUse {
  return TOKEN_USES.find((known) => known === use) ?? 'other';
}

export const USAGE_DAYS = [30, 90] as const;
export type UsageDays = (typeof USAGE_DAYS)[number];

/** The tokens used on a day of the user's time zone; a missing use is 0. */
export interface UsageDay {
  day: string;
  tokens: Partial<Record<TokenUse, number>>;
}

export function dayTotal({ tokens }: UsageDay): number {
  return Object.values(tokens).reduce((sum, used) => sum + used, 0);
}

/** The tokens of each use on all these days, the largest first, without zeros. */
export function useTotals(days: readonly UsageDay[]): { use: TokenUse; tokens: number }[] {
  return TOKEN_USES.map((use) => ({
    use,
    tokens: days.reduce((sum, { tokens }) => sum + (tokens[use] ?? 0), 0),
  }))
    .filter(({ tokens }) => tokens > 0)
    .sort((one, other) => other.tokens - one.tokens);
}
