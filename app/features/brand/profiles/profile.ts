import {
  type Component,
  COMPONENT_KINDS,
  type ComponentKind,
  COMPONENTS,
  isComponentKind,
} from '../components/component';

/** A profile in a list: no texts. */
export interface ProfileChoice {
  id: string;
  name: string;
  /** All four components exist. */
  complete: boolean;
  missing: ComponentKind[];
  /** A change names the version that it was made from. */
  version: number;
}

/** Which component a profile has for each step. */
export type ComponentIds = Record<ComponentKind, string | null>;

/** The components that a profile does not have yet. */
function missingOf(ids: ComponentIds): ComponentKind[] {
  return COMPONENT_KINDS.filter((kind) => ids[kind] === null);
}

export function choiceOf(profile: {
  id: string;
  name: string;
  version: number;
  ids: ComponentIds;
}): ProfileChoice {
  const { id, name, version, ids } = profile;
  const missing = missingOf(ids);
  return { id, name, complete: missing.length === 0, missing, version };
}

/** The user's profiles by name, and which of them the account has chosen. */
export interface ProfileList {
  profiles: ProfileChoice[];
  /** What is stored on the user; null: nothing, or a profile that is gone. */
  selectedId: string | null;
}

/** A component of another profile that this one could use. */
export interface ComponentOption {
  id: string;
  name: string;
  usedBy: string[];
}

/** A profile with everything that its page shows. */
export interface OpenProfile {
  id: string;
  name: string;
  version: number;
  components: Record<ComponentKind, Component>;
  /** What each step could use instead. */
  options: Record<ComponentKind, ComponentOption[]>;
}

/** How many profiles a user may have: lists of them are whole. */
export const MAX_PROFILES = 100;

/** The step that an address names; the first one unless it names one. */
export function stepOf(search: string): ComponentKind {
  const step = new URLSearchParams(search).get('step');
  return isComponentKind(step) ? step : 'brandStory';
}

export function stepSearch(kind: ComponentKind): string {
  return `?step=${kind}`;
}

/** What comes before and after a step. */
export function neighborsOf(kind: ComponentKind): {
  before: ComponentKind | undefined;
  after: ComponentKind | undefined;
} {
  const index = COMPONENT_KINDS.indexOf(kind);
  return { before: COMPONENT_KINDS[index - 1], after: COMPONENT_KINDS[index + 1] };
}

/** What deleting a profile does. */
export interface Deletion {
  /** What goes by it, in words: `3 conversations`. */
  uses: string[];
  /** Its own components go with it. */
  removed: { kind: ComponentKind; name: string }[];
  /** Those that other profiles use stay. */
  kept: { kind: ComponentKind; name: string; usedBy: string[] }[];
}

/** What follows from deleting a profile, for the question before it. */
export function deletionText({ uses, removed, kept }: Deletion): string {
  const sentences: string[] = [];
  if (uses.length > 0) {
    sentences.push(`It is used by ${listText(uses)}, which will go on without a profile.`);
  }
  if (removed.length > 0) {
    const names = removed.map(({ kind }) => COMPONENTS[kind].label.toLowerCase());
    sentences.push(
      `Its ${listText(names)} will be deleted with it: nothing else uses ${removed.length === 1 ? 'it' : 'them'}.`,
    );
  }
  for (const { kind, usedBy } of kept) {
    const users = listText(usedBy.map((name) => `“${name}”`));
    sentences.push(
      `Its ${COMPONENTS[kind].label.toLowerCase()} stays, because ${users} ${usedBy.length === 1 ? 'uses' : 'use'} it too.`,
    );
  }
  sentences.push('This cannot be undone.');
  return sentences.join(' ');
}

/** `a, b and c`. */
export function listText(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** What a live change on the topic `profile` tells of. */
export type ProfileEvent =
  /** Which profiles there are, their names, their components or the chosen one. */
  | { type: 'list' }
  /** The texts of a component, and the version that they have now. */
  | { type: 'component'; id: string; version: number };

declare module '~/engine/events/events' {
  interface LiveTopics {
    profile: ProfileEvent;
  }
}
