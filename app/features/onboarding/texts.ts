import type { ChecklistItem } from './onboarding';

/** Texts of the steps after sign-up and of the checklist. */
export const onboardingTexts = {
  skip: 'Skip for now',
  step: (at: number, of: number) => `Step ${at} of ${of}`,

  nameMissing: 'Add the name of your business.',
  nothingToRead: 'Add your website, a file, or a few sentences about your business.',
  startFailed: 'We couldn’t start your draft. Everything you typed is still here. Try again.',

  drafting: 'Drafting your brand…',
  drafted: 'Your draft is ready.',
  draftStopped: 'The draft isn’t complete. What’s here is kept.',
  draftFailed: (reason: string) =>
    `The assistant couldn’t finish: ${reason}. Try again, or write it yourself below.`,
  draftUnreadable:
    'We couldn’t make a draft from this. Tell us more about your business, or write it yourself below.',
  draftRetryFailed: 'We couldn’t start a new draft. Try again.',
  nothingToSave: 'Add a sentence to at least one field.',
  saveFailed: 'Your brand wasn’t saved, but everything you typed is still here. Try again.',

  postsFailed: 'We couldn’t start your posts. Your brand is saved. Try again.',
  imageFailed: 'We couldn’t start your image. Try again.',

  checklist: 'Getting started',
  checklistDone: 'You’re all set',
  dismissFailed: 'The checklist wasn’t dismissed. Try again.',
  items: {
    brand: 'Set up your brand',
    chat: 'Send your first message',
    text: 'Save your first text',
    image: 'Create your first image',
    email: 'Confirm your email',
  } satisfies Record<ChecklistItem['id'], string>,
};

/** Why the server refuses something about the steps. */
export const onboardingRefusals = {
  over: 'You’ve already set up a brand. Find it under Brand.',
  noProfile: 'This brand was deleted. Start again with your business.',
} as const;
