/** What the frame of a page's preview is sent, and how much of it. Read on both sides. */
export const PREVIEW_ADDRESS = '/frames/preview';
export const PREVIEW_FIELDS = { format: 'format', text: 'text', name: 'name' } as const;

/** UTF-16 units of a text that is previewed. */
export const MAX_PREVIEW_TEXT = 200_000;
export const MAX_PREVIEW_NAME = 200;
