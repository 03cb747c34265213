import { MAX_FILES } from './attachment';

/** What is said about files, beside the reasons for refusing one (`refusals.ts`). */
export const attachmentTexts = {
  tooMany: `A message takes at most ${MAX_FILES} files. Remove some, or send them in two messages.`,
  gone: 'One of the attached files is no longer there. Remove it and attach it again.',
  fileGone: 'This file is no longer there.',
  uploadFailed: 'could not be uploaded. Check your connection and try again.',
  stillUploading: 'Files are still being read.',
  dropHere: 'Drop files to attach them',
} as const;

/** Images were attached, and the model has no eyes. */
export function cannotSee(model: string): string {
  return `The model ${model} cannot see pictures. Remove the pictures, or choose a model that can.`;
}
