import { type ComponentField, isLongerThan, MAX_FIELD } from '../components/component';
import type { ProfileDraft } from './draft';
import { type ParsedDraft, parseDraft } from './parse-draft';
import { type CheckedTrait, checkTraits, traitLine, voiceText } from './voice';

/** What someone has made of a proposal so far, apart from what is in the profile by now. */
export interface ReviewNotes {
  /** Proposals that they changed before accepting. */
  edited: Partial<Record<ComponentField, string>>;
  /** Fields for which they keep what they have. */
  kept: ComponentField[];
  /** Traits that they took in or left out against what was suggested, by their lines. */
  toggled: Record<string, boolean>;
  /** What accepted proposals took the place of. */
  before: Partial<Record<ComponentField, string>>;
}

export const NO_NOTES: ReviewNotes = { edited: {}, kept: [], toggled: {}, before: {} };

export interface Proposal {
  parsed: ParsedDraft;
  traits: CheckedTrait[];
  /** There were samples, and quotes have to come from them. */
  sampled: boolean;
  running: boolean;
}

export function proposalIn(draft: ProfileDraft, running: boolean): Proposal {
  const parsed = parseDraft(draft.text, running);
  const sampled = draft.samples.length > 0;
  return { parsed, traits: checkTraits(parsed.traits, draft), sampled, running };
}

export function isTaken(trait: CheckedTrait, { toggled }: ReviewNotes): boolean {
  return toggled[traitLine(trait)] ?? trait.source !== null;
}

/** What would be accepted for a field; empty when there is nothing to accept. */
export function proposedText(
  field: ComponentField,
  { parsed, traits }: Proposal,
  notes: ReviewNotes,
): string {
  const edited = notes.edited[field];
  if (edited !== undefined) return edited;
  if (field !== 'brandVoice') return parsed.fields[field] ?? '';
  return voiceText(
    parsed.fields.brandVoice,
    traits.filter((trait) => isTaken(trait, notes)),
  );
}

/**
 * `waiting`: it may still come. `writing`: it is coming. `none`: there is no proposal. `open`: to be decided. `accepted`:
 * the profile says the same. `kept`: they keep what they have.
 */
export type FieldStatus = 'waiting' | 'writing' | 'none' | 'open' | 'accepted' | 'kept';

export function fieldStatus(
  field: ComponentField,
  proposal: Proposal,
  notes: ReviewNotes,
  current: string,
): FieldStatus {
  const { parsed, running } = proposal;
  if (running && parsed.last === field) return 'writing';
  const text = proposedText(field, proposal, notes);
  const offered =
    notes.edited[field] !== undefined ||
    text !== '' ||
    (field === 'brandVoice' && proposal.traits.length > 0);
  if (!offered) return running ? 'waiting' : 'none';
  if (notes.kept.includes(field)) return 'kept';
  return text !== '' && text === current ? 'accepted' : 'open';
}

export function canAccept(text: string): boolean {
  return text.trim() !== '' && !isLongerThan(text, MAX_FIELD);
}
