import { COMPONENT_KINDS, type Component, type ComponentKind } from '../components/component';

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
export function missingOf(ids: ComponentIds): ComponentKind[] {
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
