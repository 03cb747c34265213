import { MAX_FILES } from './attachment';

/** Texts about files, except for the reasons of refusals (`refusals.ts`). */
export const attachmentTexts = {
  tooMany: `A message can have up to ${MAX_FILES} files. Remove some, or send them in two messages.`,
  gone: 'One of your files is gone. Remove it and attach it again.',
  fileGone: 'This file no longer exists.',
  uploadFailed: 'couldn’t be uploaded. Check your connection and try again.',
  stillUploading: 'Your files are still uploading.',
  dropHere: 'Drop files to attach them',
} as const;

/** For images that are sent to an AI model without vision. */
export function cannotSee(model: string): string {
  return `${model} can’t see images. Remove them, or choose an AI model that can.`;
}
