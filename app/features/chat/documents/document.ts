import type { FormatId, ImageParts, loadTextParts } from '~/features/copywriting';

/** Who wrote a text last. */
export type DocumentAuthor = 'person' | 'assistant';

/** A document as its conversation lists it, without its text. */
export interface DocumentItem {
  id: string;
  /** The answer that it was opened from. */
  messageId: string;
  title: string;
}

/** A document with its text. */
export interface ChatDocumentView extends DocumentItem {
  conversationId: string;
  content: string;
  format: FormatId | null;
  demo: boolean;
  imageId: string | null;
  ignoredFindings: string[];
  version: number;
  /** The content that it was saved as, if that is still there, and which version that was. */
  contentId: string | null;
  savedVersion: number | null;
}

/** What edits, checks, and previews a text. */
export type TextParts = Awaited<ReturnType<typeof loadTextParts>>;

/** Loads how images are chosen and shown, which belongs to another feature. */
export type LoadImages = () => Promise<{
  ImagePicker: ImageParts['Picker'];
  ShownImage: ImageParts['Shown'];
}>;

/** Live events with the topic `chat-documents`. Their texts aren't published: tabs that show one load it. */
export type DocumentEvent =
  | { type: 'changed'; conversationId: string; document: DocumentItem & { version: number } }
  | { type: 'removed'; conversationId: string; id: string }
  /** The findings of the brand check that are ignored in it. */
  | { type: 'ignored'; conversationId: string; id: string; ignored: string[] };

declare module '~/engine/events/events' {
  interface LiveTopics {
    'chat-documents': DocumentEvent;
  }
}
