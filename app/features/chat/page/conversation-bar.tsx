import { Share2 } from 'lucide-react';
import { useState } from 'react';

import { ShareDialog } from '../sharing/components/share-dialog';
import { ConversationExport } from '../archive/components/conversation-export';
import { formatCount } from '~/lib/format';
import { Button } from '~/ui/button';
import { CopyButton } from '~/ui/copy-button';
import { Download } from '~/ui/shared-icons';

import { requestConversationText } from '../messages/message-requests';
import { useConversationTokens } from '../answers/components/answer-tokens';
import { chatTexts } from '../texts';

/** Above the transcript: which conversation this is, and what can be done with all of it. */
export function ConversationBar({
  id,
  title,
  tokens: loaded,
}: {
  id: string;
  title: string;
  tokens: number;
}) {
  const [sharing, setSharing] = useState(false);
  const [exporting, setExporting] = useState(false);
  const tokens = useConversationTokens(id, loaded);
  return (
    <div className="flex items-center gap-1 border-b px-4 py-1.5 sm:px-6">
      <h1 className="min-w-0 flex-1 truncate text-sm font-medium">{title}</h1>
      {tokens > 0 && (
        <p
          title="Tokens that all answers here have used, in all their versions"
          className="shrink-0 pl-2 text-xs text-muted tabular-nums"
        >
          {formatCount(tokens, 'token')}
        </p>
      )}
      <CopyButton
        label="Copy conversation"
        text={() => requestConversationText(id)}
        copied={chatTexts.copied}
        failed={chatTexts.conversationCopyFailed}
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label="Export conversation"
        title="Export conversation"
        onClick={() => setExporting(true)}
      >
        <Download className="size-4" aria-hidden="true" />
      </Button>
      <Button variant="ghost" size="sm" onClick={() => setSharing(true)}>
        <Share2 className="size-4" aria-hidden="true" />
        {/* On a phone the title needs the room. */}
        <span className="touch:sr-only">Share</span>
      </Button>
      <ConversationExport
        open={exporting}
        onOpenChange={setExporting}
        conversation={{ id, title }}
      />
      <ShareDialog open={sharing} onOpenChange={setSharing} conversation={{ id, title }} />
    </div>
  );
}
