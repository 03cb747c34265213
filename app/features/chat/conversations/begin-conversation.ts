import { requestNewConversation } from './conversation-requests';
import { writeDraft } from '../page/drafts';

/** A new conversation in whose field this text stands, not sent. Its id. */
export async function beginConversationWith(text: string): Promise<string> {
  const id = await requestNewConversation();
  writeDraft(id, text);
  return id;
}
