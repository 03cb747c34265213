import { formatCount } from '~/lib/format/numbers';

/** What the studios and the gallery say when something failed, or worked. */
export const pageTexts = {
  loadFailed: 'Your images couldn’t be loaded. Try again.',
  createFailed: 'Your images couldn’t be created. Try again.',
  imageFailed: 'Your image couldn’t be created. Try again.',
  cancelFailed: 'This couldn’t be canceled. Try again.',
  emailFailed: 'This setting couldn’t be changed. Try again.',
  againFailed: 'This couldn’t be started again. Try again later.',
  requestFailed: 'The prompt couldn’t be loaded. Try again.',
  brandFailed: 'Your brand details couldn’t be loaded.',
  favoriteFailed: 'Your favorites couldn’t be updated. Try again.',
  deleteFailed: 'This couldn’t be deleted. Try again.',
  restoreFailed: 'This couldn’t be restored.',
  imageDeleted: 'This image was deleted.',
  itemFailed: 'This image or video couldn’t be opened.',
  detailsFailed: 'The details couldn’t be loaded.',
  uploadFailed: 'Your image couldn’t be uploaded. Try again.',
  notAnImage: 'Choose an image: PNG, JPEG, or WebP.',
  videoFailed: 'Your video couldn’t be created. Try again.',
  videoPromptMissing: 'Describe your video.',
  firstFrameTaken: 'Your video will start from this image',
  settingsFailed: 'The settings couldn’t be loaded.',
  settingsTaken: 'Settings copied to the form',
  promptMissing: 'Describe your image.',
  referenceTaken: 'Your next image will build on this one',
  costFailed: 'The cost isn’t available right now.',
  seedCopied: 'Seed copied',
  promptCopied: 'Prompt copied',
  copyFailed: 'Your browser blocked copying.',
} as const;

/** `1 image`, `3 images`. */
export function imagesText(count: number): string {
  return formatCount(count, 'image');
}
