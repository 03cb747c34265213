/** The shell's texts of the spec, to the letter. */
export const shellMessages = {
  selectSection: 'Select a section using the buttons below',
  navigationFailed: 'Navigation failed',
  sections: { chat: 'Chat', media: 'Create', copy: 'Copy' },
  savedContent: 'Saved Content',
  noSavedContent: 'No saved content',
  mediaCreator: 'Media Creator',
  mediaCards: {
    generate: { title: 'Generate Images', badge: 'Popular' },
    'train-lora': { title: 'Train a LoRA', badge: 'Advanced' },
    video: { title: 'Create Videos', badge: 'New' },
  },
} as const;
