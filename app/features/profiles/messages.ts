/** The spec's texts of brand profiles (spec §8), and what people read when something is refused. */
export const profilesMessages = {
  /** The list of profiles could not be loaded. */
  loadFailed: 'Failed to load profiles',
  gone: 'This profile does not exist any more.',
} as const;
