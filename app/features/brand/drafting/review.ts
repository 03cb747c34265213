import { type ComponentField, isLongerThan, MAX_FIELD } from '../components/component';
import type { ProfileDraft } from './draft';
import { type ParsedDraft, parseDraft } from './parse-draft';
import { type CheckedTrait, checkTraits, traitLine, voiceText } from './voice';

/** What the user has done with a proposal so far, apart from what is already in the profile. */
export interface ReviewNotes {
  /** Proposals that the user changed before accepting them. */
  edited: Partial<Record<ComponentField, string>>;
  /** Fields that stay as they are. */
  kept: ComponentField[];
  /** Traits that the user included or excluded against the suggestion, by their lines. */
  toggled: Record<string, boolean>;
  /** The texts that accepted proposals replaced. */
  before: Partial<Record<ComponentField, string>>;
}

export const NO_NOTES: ReviewNotes = { edited: {}, kept: [], toggled: {}, before: {} };

export interface Proposal {
  parsed: ParsedDraft;
  traits: CheckedTrait[];
  /** Whether there were samples: then quotes must come from them. */
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

/** The text that accepting would write; empty when there is nothing to accept. */
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
 * `waiting`: may still arrive. `writing`: is arriving. `none`: has no proposal. `open`: awaits a decision.
 * `accepted`: the profile says the same. `kept`: stays as it is.
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
