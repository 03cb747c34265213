import * as drafts from '~/lib/tab-drafts';

/** The draft of a conversation's next message. */
export function readTypedDraft(conversationId: string | null): string {
  return drafts.readTypedDraft(nameOf(conversationId));
}

export function writeDraft(conversationId: string | null, text: string): void {
  drafts.writeDraft(nameOf(conversationId), text);
}

/** The draft of another version of a message. */
export function readEditDraft(messageId: string): string {
  return drafts.readTypedDraft(`edit:${messageId}`);
}

export function writeEditDraft(messageId: string, text: string): void {
  drafts.writeDraft(`edit:${messageId}`, text);
}

function nameOf(conversationId: string | null): string {
  return `message:${conversationId ?? 'new'}`;
}
