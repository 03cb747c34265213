import { registerKind } from '~/features/generation/index.server';

import { answerKind } from './answer-kind.server';

export { isDemo, warmUp as warmUpAnswers } from '~/gateways/ai/index.server';
export { continueAnswer } from './continue-answer.server';
export { copyConversation, type CopySource } from './copy-conversation.server';
export { activeLeaf } from './conversation-table.server';
export { chooseBranch } from './choose-branch.server';
export { countMessagesBeyond, type BranchUpTo } from './message-table.server';
export { markPublic } from './publish-conversation.server';
export { moveOutLeftovers } from './move-out.server';
export { readWholeMessage } from './read-message.server';
export { sweepMessageObjects } from './sweep-message-objects.server';
export {
  readConversationText,
  readTranscript,
  readTranscriptMessage,
  requireConversation,
  type Transcript,
} from './read-transcript.server';
export { createConversation } from './create-conversation.server';
export { deleteConversation, undoDeletion } from './delete-conversation.server';
export { listOverview, listPage, parseListRequest } from './list-conversations.server';
export { generateTitle } from './make-title.server';
export { chatNodeRoutes } from './node-routes.server';
export { openConversation } from './open-conversation.server';
export { rename } from './rename-conversation.server';
export { MAX_BODY, parseEdit, parseOffset, parseRegenerate, parseSend } from './requests.server';
export { editMessage } from './edit-message.server';
export { regenerateAnswer } from './regenerate-answer.server';
export { sendMessage } from './send-message.server';
export { requireAnswer, streamAnswer, webSink } from './stream-answer.server';
export { tidyConversations } from './tidy-conversations.server';
export { displayTitle } from './titles';

// Whatever process may end a run, or find one abandoned, must know what to do with its text.
registerKind('chat', answerKind);
