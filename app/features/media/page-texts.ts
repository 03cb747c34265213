import { formatCount } from '~/lib/format';

/** What the studios and the gallery say when something failed, or worked. */
export const pageTexts = {
  loadFailed: 'Your images could not be loaded. Please try again.',
  modelsFailed: 'The image models could not be loaded. Please try again.',
  createFailed: 'The images could not be asked for. Please try again.',
  cancelFailed: 'This could not be cancelled. Please try again.',
  emailFailed: 'This could not be changed. Please try again.',
  againFailed: 'This could not be started again. Please try again.',
  brandFailed: 'What your profile says could not be loaded.',
  favouriteFailed: 'The mark could not be changed. Please try again.',
  deleteFailed: 'This could not be deleted. Please try again.',
  restoreFailed: 'This could not be brought back.',
  detailsFailed: 'The details could not be loaded.',
  uploadFailed: 'The picture could not be uploaded. Please try again.',
  notAnImage: 'This has to be a picture: PNG, JPEG or WebP.',
  videoFailed: 'The video could not be asked for. Please try again.',
  videoPromptMissing: 'Please describe the video.',
  videoSettingsTaken: 'The settings of this video are in the form',
  firstFrameTaken: 'The video begins with this image',
  settingsFailed: 'The settings could not be loaded.',
  promptMissing: 'Please describe the picture.',
  settingsTaken: 'The settings of this image are in the form',
  referenceTaken: 'The image is the reference for your next one',
  seedCopied: 'Seed copied',
  promptCopied: 'Prompt copied',
  copyFailed: 'The browser did not allow copying.',
} as const;

/** `1 image`, `3 images`. */
export function imagesText(count: number): string {
  return formatCount(count, 'image');
}
