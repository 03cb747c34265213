export const providerTexts = {
  failed: 'That didn’t work. Try again.',
  notSaved: 'The provider wasn’t saved. Try again.',
  notRemoved: 'The provider wasn’t removed. Try again.',
  testFailed: 'The test couldn’t run. Try again.',
  onServer: 'This is set on the server, so it can’t be changed here.',
  notSet: 'Nothing is connected here.',
  addressRefused:
    'This address belongs to the machine’s own network services. Enter the address of a provider.',
  keyUnusable: 'This key holds characters that no key has. Copy it again.',
  keyMissing: 'Enter a key.',
  saved: 'Saved.',
  removed: 'Removed.',
} as const;
