/** Texts of the shell. Those in docs/product.md are fixed (Shell, Sidebar, Media). */
export const shellTexts = {
  /** In the sidebar on every page outside the sections. */
  selectSection: 'Select a section using the buttons below',
  /** After a client navigation threw, or when there is no network for one. */
  navigationFailed: 'Navigation failed',
  /** From the click on Sign out until the sign-in page has loaded. */
  signingOut: 'Signing out…',
  /** While a page that the Back button restored checks its session. */
  checkingSession: 'Checking that you’re signed in…',
  /** Until MAINTENANCE_UNTIL, unless dismissed today. */
  maintenance: (until: string) =>
    `Planned maintenance until ${until}. Some features may be slow or unavailable.`,
  // For admins who announce maintenance.
  announcementTooLong: (max: number) => `Use at most ${max} characters.`,
  endMissing: 'Add the date and time it ends.',
  endPast: 'That’s in the past. Choose a later time.',
  endFar: 'That’s more than a year away. Choose an earlier time.',
  announceFailed: 'Your announcement wasn’t saved. It’s still here, so try again.',
  sections: { chat: 'Chat', media: 'Create', copy: 'Copy', brand: 'Brand' },
  searchPlaceholder: 'Search chats, brands, and more',
  /** Headings of the palette. */
  found: {
    brands: 'Brand profiles',
    contents: 'Saved content',
    media: 'Images and videos',
    settings: 'Settings',
    articles: 'Help',
  },
  mediaCreator: 'Media Creator',
  mediaCards: {
    generate: { title: 'Generate Images', badge: 'Popular' },
    'train-lora': { title: 'Train a LoRA', badge: 'Advanced' },
    video: { title: 'Create Videos', badge: 'New' },
  },
} as const;
