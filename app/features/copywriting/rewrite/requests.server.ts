import { z } from 'zod';

import { FORMAT_IDS } from '../formats/formats';
import { AppError } from '~/lib/errors';

import { passageMessages } from './texts';
import {
  NOTE_MOST,
  PASSAGE_ACTIONS,
  PASSAGE_MOST,
  SURROUNDINGS_MOST,
  WORD_MOST,
  type PassageRequest,
} from './passage';

const body = z.object({
  text: z.string(),
  before: z.string().default(''),
  after: z.string().default(''),
  action: z.enum(PASSAGE_ACTIONS),
  tone: z.string().max(WORD_MOST).default(''),
  language: z.string().max(WORD_MOST).default(''),
  note: z.string().default(''),
  formatId: z.enum(FORMAT_IDS).nullish(),
  profileId: z.uuid().nullish(),
});

/** Providers refuse half a character, and NUL. */
function sendable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** @throws AppError `invalid`, in words for the person */
export function parsePassage(given: unknown): PassageRequest {
  const parsed = body.safeParse(given);
  if (!parsed.success) throw new AppError('invalid', passageMessages.unreadable);
  const { text, before, after, action, tone, language, note } = parsed.data;
  const refusal =
    (text.trim() === '' && passageMessages.nothingSelected) ||
    (text.length > PASSAGE_MOST && passageMessages.tooLong) ||
    (note.length > NOTE_MOST && passageMessages.noteTooLong) ||
    (action === 'tone' && tone.trim() === '' && passageMessages.toneMissing) ||
    (action === 'translate' && language.trim() === '' && passageMessages.languageMissing);
  if (refusal) throw new AppError('invalid', refusal);
  return {
    ...parsed.data,
    text: sendable(text),
    before: sendable(before.slice(-SURROUNDINGS_MOST)),
    after: sendable(after.slice(0, SURROUNDINGS_MOST)),
    tone: sendable(tone).trim(),
    language: sendable(language).trim(),
    note: sendable(note).trim(),
  };
}
