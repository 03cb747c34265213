import { useEffect } from 'react';

import { loadTextParts } from '~/features/copywriting';
import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';
import { Button, buttonClass } from '~/ui/button';
import { FileText } from '~/ui/display/shared-icons';
import { useLoadOnUse } from '~/ui/load-on-use';
import { Menu } from '~/ui/overlays/menu';

import type { DocumentItem, LoadImages } from '../document';
import { showDocument, useOpenDocument } from '../open-document';
import { useDocuments } from '../use-documents';
import { DocumentPanel as Panel } from './document-panel';

// What a conversation shows of its documents: a button that opens them, the one that is open, and the way back to it.

interface Conversation {
  id: string;
  documents: DocumentItem[];
}

/** Opens a document of the conversation: the only one at once, one of several from a menu. */
export function DocumentsButton({ id, documents: loaded }: Conversation) {
  const documents = useDocuments(id, loaded);
  useOpenAgain(id, documents);
  const [first] = documents;
  if (!first) return null;
  if (documents.length === 1) {
    const label = `Open document: ${first.title}`;
    return (
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        title={label}
        data-documents
        onClick={() => showDocument({ id: first.id })}
      >
        <FileText className="size-4" aria-hidden="true" />
      </Button>
    );
  }
  return (
    <span data-documents tabIndex={-1} className="contents">
      <Menu
        label={`Documents (${documents.length})`}
        className={buttonClass({ variant: 'ghost', size: 'icon' })}
        entries={documents.toReversed().map((document) => ({
          kind: 'action',
          label: document.title,
          icon: 'file-text',
          onSelect: () => showDocument({ id: document.id }),
        }))}
      >
        <FileText className="size-4" aria-hidden="true" />
      </Menu>
    </span>
  );
}

/** On narrow screens, where a document covers the conversation: leads back to it, and says that messages are about it. */
export function DocumentChip({ id, documents: loaded }: Conversation) {
  const documents = useDocuments(id, loaded);
  const target = useOpenDocument();
  const document = documents.find((one) => one.id === target?.id);
  if (!document || !target?.behind) return null;
  return (
    <div className="mx-auto flex w-full max-w-3xl items-center gap-1 px-4 pb-2 sm:px-6 xl:hidden">
      <button
        type="button"
        onClick={() => showDocument({ ...target, behind: false, restored: false })}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-lg border bg-raised px-3 text-left text-sm hover:bg-hover"
      >
        <FileText className="size-4 shrink-0 text-muted" aria-hidden="true" />
        <span className="shrink-0 text-muted">Back to</span>
        <span className="truncate font-medium">{document.title}</span>
      </button>
      <Button variant="ghost" size="sm" onClick={() => closeDocument(id)}>
        Close
      </Button>
    </div>
  );
}

/** The document that is open, if one is. */
export function DocumentPanel({
  id,
  loadImages,
}: Conversation & { loadImages: LoadImages | undefined }) {
  const target = useOpenDocument();
  const close = () => closeDocument(id);
  const parts = useLoadOnUse(loadTextParts, target !== null, close);
  const openId = target?.id;
  useEffect(() => {
    if (openId) writeDraft(lastOf(id), openId);
  }, [id, openId]);
  if (!target || !loadImages) return null;
  const shown = { conversationId: id, target, loadImages, onClose: close };
  return <Panel {...shown} parts={parts} />;
}

/** Where this tab keeps which document of a conversation is open. */
const lastOf = (conversationId: string) => `document-of:${conversationId}`;

function closeDocument(conversationId: string): void {
  writeDraft(lastOf(conversationId), '');
  showDocument(null);
}

/** Opens what was open when the page was left or loaded again; on narrow screens, behind the conversation. */
function useOpenAgain(id: string, documents: readonly DocumentItem[]): void {
  const target = useOpenDocument();
  const isOpen = target !== null;
  useEffect(() => {
    const last = readTypedDraft(lastOf(id));
    if (isOpen || !documents.some((one) => one.id === last)) return;
    showDocument({ id: last, behind: true, restored: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page
  }, [id]);
}
