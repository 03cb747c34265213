/** What tokens can be used for, as people are told; the ledger keeps these names. */
export const TOKEN_USES = [
  'chat',
  'copy',
  'profiles',
  'images',
  'video',
  'training',
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
  other: 'Other',
};

/** By the kinds of texts (`registerKind`) and of media jobs. */
const USE_OF_KIND: Readonly<Record<string, TokenUse>> = {
  chat: 'chat',
  piece: 'copy',
  passage: 'copy',
  'profile-draft': 'profiles',
  image: 'images',
  video: 'video',
  lora: 'training',
};

/** What a text or a job of this kind is to people. */
export function tokenUseOf(kind: string): TokenUse {
  return USE_OF_KIND[kind] ?? 'other';
}

/** What the ledger says; `other` for entries of a time when it said nothing. */
export function parseUse(use: string | null): TokenUse {
  return TOKEN_USES.find((known) => known === use) ?? 'other';
}
