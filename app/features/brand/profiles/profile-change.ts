/** What a live change on the topic `profile` tells of. */
export type ProfileChange =
  /** Which profiles there are, their names, their components or the chosen one. */
  | { type: 'list' }
  /** The texts of a component, and the version that they have now. */
  | { type: 'component'; id: string; version: number };

declare module '~/engine/events/events' {
  interface LiveTopics {
    profile: ProfileChange;
  }
}
