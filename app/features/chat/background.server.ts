import type { BackgroundWork } from '~/engine/queue/index.server';

import { purgeAttachments } from './attachments/purge-attachments.server';
import { purgeConversations } from './conversations/conversation-actions.server';
import { purgeDocuments } from './documents/document-actions.server';
import { moveOutLeftovers, purgeMessageObjects } from './messages/message-overflow.server';
import { indexMessages, indexSoon } from './search/index-messages.server';
import { endShares } from './sharing/share-actions.server';

export const chatBackground: BackgroundWork = {
  scheduled: [
    { name: 'tidy-conversations', cron: '7 * * * *', run: purgeConversations },
    { name: 'index-messages', cron: '* * * * *', run: indexMessages },
    { name: 'move-out-messages', cron: '*/10 * * * *', run: moveOutLeftovers },
    { name: 'sweep-message-objects', cron: '13 4 * * *', run: purgeMessageObjects },
    { name: 'tidy-attachments', cron: '33 * * * *', run: purgeAttachments },
    { name: 'tidy-chat-documents', cron: '23 * * * *', run: purgeDocuments },
    { name: 'end-shares', cron: '*/10 * * * *', run: endShares },
  ],
  queued: [indexSoon],
};
