import type { ComponentKind } from '../components/component';

/** What deleting a profile does. */
export interface Deletion {
  /** What goes by it, in words: `3 conversations`. */
  uses: string[];
  /** Its own components go with it. */
  removed: { kind: ComponentKind; name: string }[];
  /** Those that other profiles use stay. */
  kept: { kind: ComponentKind; name: string; usedBy: string[] }[];
}
