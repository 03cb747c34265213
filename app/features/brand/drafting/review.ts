import { fieldsOf, textFieldsOf } from '~/lib/json';

import {
  COMPONENT_FIELDS,
  COMPONENT_KINDS,
  type ComponentField,
  type ComponentKind,
  isTextTooLong,
} from '../components/component';
import type { ProfileDraft } from './draft';
import { type ParsedDraft, parseDraft } from './parse-draft';
import { type CheckedTrait, checkTraits, traitLine, voiceText } from './voice';

/** What the person did with a draft so far, apart from what is already in the profile. */
export interface ReviewNotes {
  /** Texts that the person changed before saving. */
  edited: Partial<Record<ComponentField, string>>;
  /** Unticked fields: they stay as they are in the profile. */
  kept: ComponentField[];
  /** Traits that were included or left out against the suggestion, by their lines. */
  toggled: Record<string, boolean>;
  /** The texts that the last save replaced. */
  before: Partial<Record<ComponentField, string>>;
}

export const NO_NOTES: ReviewNotes = { edited: {}, kept: [], toggled: {}, before: {} };

const FIELDS = COMPONENT_KINDS.flatMap((kind) => COMPONENT_FIELDS[kind]);

/** Notes as another version of the app may have kept them. */
export function readNotes(json: unknown): ReviewNotes {
  const { edited, kept, toggled, before } = fieldsOf(json);
  const isToggle = (entry: [string, unknown]): entry is [string, boolean] =>
    typeof entry[1] === 'boolean';
  return {
    edited: textFieldsOf(edited, FIELDS),
    kept: FIELDS.filter((field) => Array.isArray(kept) && kept.includes(field)),
    toggled: Object.fromEntries(Object.entries(fieldsOf(toggled)).filter(isToggle)),
    before: textFieldsOf(before, FIELDS),
  };
}

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

/** The text that saving would write; empty when there is nothing to save. */
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
 * `waiting`: may still arrive. `writing`: is arriving. `none`: nothing was found. `open`: will be saved.
 * `saved`: the profile says the same. `kept`: is unticked.
 */
export type FieldStatus = 'waiting' | 'writing' | 'none' | 'open' | 'saved' | 'kept';

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
  return text !== '' && text === current ? 'saved' : 'open';
}

/** A field of the document under review. */
export interface ReviewedField {
  kind: ComponentKind;
  field: ComponentField;
  status: FieldStatus;
  /** What the profile says now. */
  current: string;
  /** The draft, with the person's edits. */
  text: string;
}

/** Whether saving writes this field. An emptied text is left out: clearing a profile isn't what a draft is for. */
export function isSavable({ status, text }: ReviewedField): boolean {
  return status === 'open' && text.trim() !== '';
}

export function isTooLong({ field, status, text }: ReviewedField): boolean {
  return status === 'open' && isTextTooLong(field, text);
}

/** Whether saving would replace a text in the profile. */
export function replaces(reviewed: ReviewedField): boolean {
  return isSavable(reviewed) && reviewed.current.trim() !== '';
}
