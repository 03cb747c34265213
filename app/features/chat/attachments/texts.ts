import { MAX_FILES } from './attachment';

/** Texts about files, except for the reasons of refusals (`refusals.ts`). */
export const attachmentTexts = {
  tooMany: `A message takes at most ${MAX_FILES} files. Remove some, or send them in two messages.`,
  gone: 'One of the attached files is no longer there. Remove it and attach it again.',
  fileGone: 'This file is no longer there.',
  uploadFailed: 'could not be uploaded. Check your connection and try again.',
  stillUploading: 'Files are still being read.',
  dropHere: 'Drop files to attach them',
} as const;

/** For images that are sent to a model without vision. */
export function cannotSee(model: string): string {
  return `The model ${model} cannot see pictures. Remove the pictures, or choose a model that can.`;
}
