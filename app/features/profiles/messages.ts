/** The spec's texts of brand profiles (spec §8). */
export const profilesMessages = {
  /** The list of profiles could not be loaded. */
  loadFailed: 'Failed to load profiles',
} as const;
