import { ChevronRight } from 'lucide-react';
import { useState } from 'react';

import type { Listed } from '../conversation-list';
import { chatMessages } from '../messages';
import { ConversationGroupList, type ConversationGroupListProps } from './conversation-group-list';

interface ImportedConversationsProps extends Omit<ConversationGroupListProps, 'group'> {
  imports: Listed['imports'];
  /** Open unless the person closes it. */
  opened: boolean;
}

/** The collapsible group of what came from another chat service, with its count. */
export function ImportedConversations({ imports, opened, ...rows }: ImportedConversationsProps) {
  const [chosen, setChosen] = useState<boolean>();
  const open = chosen ?? opened;
  return (
    <section aria-labelledby="imported-heading">
      <h2 id="imported-heading">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setChosen(!open)}
          className="flex min-h-9 w-full items-center gap-2 rounded-md px-2 text-sm font-medium text-muted transition-colors hover:bg-hover hover:text-text touch:min-h-11"
        >
          <ChevronRight
            aria-hidden="true"
            className={`size-4 transition-transform ${open ? 'rotate-90' : ''}`}
          />
          {chatMessages.imports}
          <span className="ml-auto rounded-full border px-2 py-0.5 text-xs tabular-nums">
            {imports.count}
          </span>
        </button>
      </h2>
      {open && (
        <div className="mt-1">
          <ConversationGroupList group={imports} {...rows} />
        </div>
      )}
    </section>
  );
}
