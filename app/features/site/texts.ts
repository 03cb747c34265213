/** Texts of the shell. Those in docs/product.md are fixed (Shell, Sidebar, Media). */
export const shellTexts = {
  /** In the sidebar on every page outside the four sections. */
  selectSection: 'Select a section using the buttons below',
  /** After a client navigation threw, or when there is no network for one. */
  navigationFailed: 'Navigation failed',
  /** From the click on Sign out until the sign-in page has loaded. */
  signingOut: 'Signing out…',
  /** While a page that the Back button restored checks its session. */
  checkingSession: 'Checking your sign-in…',
  /** Until MAINTENANCE_UNTIL, unless dismissed today. */
  maintenance: (until: string) =>
    `Planned maintenance until ${until}: some features may be slow or unavailable.`,
  // For admins who announce maintenance.
  announcementTooLong: (max: number) => `Use at most ${max} characters`,
  endMissing: 'Add an end with a date and a time.',
  endPast: 'This is in the past.',
  endFar: 'This is more than a year away.',
  announceFailed: 'The banner wasn’t saved. Your text is still here, so try again.',
  sections: { chat: 'Chat', media: 'Create', copy: 'Copy' },
  mediaCreator: 'Media Creator',
  mediaCards: {
    generate: { title: 'Generate Images', badge: 'Popular' },
    'train-lora': { title: 'Train a LoRA', badge: 'Advanced' },
    video: { title: 'Create Videos', badge: 'New' },
  },
} as const;
