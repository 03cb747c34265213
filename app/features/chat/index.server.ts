import { registerKind } from '~/features/generation/index.server';

import { answerKind } from './answer-kind.server';

export { isDemo, warmUp as warmUpAnswers } from '~/gateways/ai/index.server';
export { continueAnswer } from './continue-answer.server';
export { createConversation } from './create-conversation.server';
export { listPage } from './list-conversations.server';
export { generateTitle } from './make-title.server';
export { chatNodeRoutes } from './node-routes.server';
export { openConversation } from './open-conversation.server';
export { MAX_BODY, parseOffset, parseSend } from './requests.server';
export { sendMessage } from './send-message.server';
export { requireAnswer, streamAnswer, webSink } from './stream-answer.server';
export { tidyConversations } from './tidy-conversations.server';

// Whatever process may end a run, or find one abandoned, must know what to do with its text.
registerKind('chat', answerKind);
