import {
  type Component,
  COMPONENT_KINDS,
  type ComponentKind,
  COMPONENTS,
  isComponentKind,
} from '../components/component';
import type { BrandLook, OpenLook } from '../look/look';
import type { VoiceRules } from '../voice/rule';

/** A profile in a list, without texts. */
export interface ProfileChoice {
  id: string;
  name: string;
  /** Whether all four components exist. */
  complete: boolean;
  missing: ComponentKind[];
  /** Null when it has neither colors nor fonts nor a logo. */
  look: BrandLook | null;
  /** A change states the version that it was made from. */
  version: number;
}

/** The profile's component for each step. */
export type ComponentIds = Record<ComponentKind, string | null>;

/** The components that a profile doesn't have yet. */
function missingOf(ids: ComponentIds): ComponentKind[] {
  return COMPONENT_KINDS.filter((kind) => ids[kind] === null);
}

/** The components that exist, and those that don't, of a profile with these ids. */
export function completenessOf(ids: ComponentIds): Pick<ProfileChoice, 'complete' | 'missing'> {
  const missing = missingOf(ids);
  return { complete: missing.length === 0, missing };
}

/** The user's profiles by name, and which one the account has selected. */
export interface ProfileList {
  profiles: ProfileChoice[];
  /** The id stored on the user; null when there is none or that profile no longer exists. */
  selectedId: string | null;
}

/** The texts of a profile from which a brief can be filled in. */
export interface ProfileBasics {
  idealCustomer: string;
  callToAction: string;
  brandVoice: string;
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
  look: OpenLook;
  voice: VoiceRules;
  /** The other components that each step could use. */
  options: Record<ComponentKind, ComponentOption[]>;
}

/** The most profiles that a user may have; lists of them are not paged. */
export const MAX_PROFILES = 100;

/** A section of a profile's page: one of its components, its look, or its voice rules. */
export type Step = ComponentKind | 'look' | 'voice';

/** The step in an address; the first step if there is none. */
export function stepOf(search: string): Step {
  const step = new URLSearchParams(search).get('step');
  return isComponentKind(step) || step === 'look' || step === 'voice' ? step : 'brandStory';
}

export function stepSearch(step: Step): string {
  return `?step=${step}`;
}

/** The steps before and after this one. */
export function neighborsOf(kind: ComponentKind): {
  before: ComponentKind | undefined;
  after: ComponentKind | undefined;
} {
  const index = COMPONENT_KINDS.indexOf(kind);
  return { before: COMPONENT_KINDS[index - 1], after: COMPONENT_KINDS[index + 1] };
}

/** The consequences of deleting a profile. */
export interface Deletion {
  /** What uses the profile, in words: `3 conversations`. */
  uses: string[];
  /** Components that are deleted with it. */
  removed: { kind: ComponentKind; name: string }[];
  /** Components that stay because other profiles use them. */
  kept: { kind: ComponentKind; name: string; usedBy: string[] }[];
}

/** The text of the question before deleting a profile. */
export function deletionText({ uses, removed, kept }: Deletion): string {
  const sentences: string[] = [];
  if (uses.length > 0) {
    sentences.push(`${listText(uses)} will continue without a profile.`);
  }
  if (removed.length > 0) {
    const names = removed.map(({ kind }) => COMPONENTS[kind].label.toLowerCase());
    sentences.push(
      `Its ${listText(names)} will be deleted, too, because no other profile uses ${removed.length === 1 ? 'it' : 'them'}.`,
    );
  }
  for (const { kind, usedBy } of kept) {
    const users = listText(usedBy.map((name) => `“${name}”`));
    sentences.push(
      `Its ${COMPONENTS[kind].label.toLowerCase()} stays because ${users} ${usedBy.length === 1 ? 'uses' : 'use'} it, too.`,
    );
  }
  sentences.push('You can’t undo this.');
  return sentences.join(' ');
}

/** For example `a, b, and c`. */
export function listText(parts: readonly string[]): string {
  if (parts.length < 3) return parts.join(' and ');
  return `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`;
}

/** The live event of the topic `profile`. */
export type ProfileEvent =
  /** The list of profiles changed: their number, names, or components, or which one is selected. */
  | { type: 'list' }
  /** The texts of a component changed; `version` is the new one. */
  | { type: 'component'; id: string; version: number }
  /** The colors or fonts of a profile changed. */
  | { type: 'look'; id: string; version: number }
  /** The voice rules of a profile changed. */
  | { type: 'voice'; id: string; version: number };

declare module '~/engine/events/events' {
  interface LiveTopics {
    profile: ProfileEvent;
  }
}
