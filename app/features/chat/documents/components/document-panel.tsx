import { ArrowLeft, X } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';

import { Button } from '~/ui/button';
import { SkeletonList } from '~/ui/feedback/skeleton';

import type { LoadImages, TextParts } from '../document';
import { type OpenDocument, showDocument } from '../open-document';
import { useDocument } from '../use-document';
import { DOCUMENT_BAR, DocumentEditor } from './document-editor';

interface DocumentPanelProps {
  conversationId: string;
  target: OpenDocument;
  /** Undefined until they are loaded. */
  parts: TextParts | undefined;
  loadImages: LoadImages;
  onClose: () => void;
}

/** From here on, the conversation and a document have room beside each other. */
const WIDE = '(min-width: 80rem)';

/** A document beside its conversation, or over it where both have no room. */
export function DocumentPanel({
  conversationId,
  target,
  parts,
  loadImages,
  onClose,
}: DocumentPanelProps) {
  const { document: shown, take } = useDocument(conversationId, target);
  const section = useRef<HTMLElement>(null);
  const { behind = false, restored = false, messageId } = target;
  useCoveredConversation(section, !behind);

  useEffect(() => {
    // The person wanted to get here, unless the page opened it again.
    if (!behind && !restored) section.current?.focus({ preventScroll: true });
  }, [behind, restored]);

  function close() {
    onClose();
    focusOpener(messageId);
  }

  const back = (
    <Button
      variant="ghost"
      size="sm"
      className="-ml-2 px-2 xl:hidden"
      onClick={() => {
        showDocument({ ...target, behind: true });
        focusComposer();
      }}
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      Chat
    </Button>
  );
  const closeButton = (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Close document"
      title="Close document"
      onClick={close}
    >
      <X className="size-4" aria-hidden="true" />
    </Button>
  );

  return (
    // Escape leaves it, wherever in it the focus is but in a text.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={section}
      aria-label="Document"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || isTyping(event.target)) return;
        event.preventDefault();
        close();
      }}
      className={`absolute inset-0 z-10 flex min-h-0 min-w-0 flex-col bg-surface outline-none xl:static xl:w-[56%] xl:shrink-0 xl:border-l ${behind ? 'max-xl:hidden' : ''}`}
    >
      {/* On a narrow screen, the conversation is covered with its heading. */}
      <h1 className="sr-only xl:hidden">Document</h1>
      {shown && parts ? (
        <DocumentEditor
          key={shown.id}
          document={shown}
          take={take}
          parts={parts}
          loadImages={loadImages}
          back={back}
          close={closeButton}
          onDeleted={close}
        />
      ) : (
        <>
          <div className={DOCUMENT_BAR}>
            {back}
            <span className="ml-auto">{closeButton}</span>
          </div>
          <div className="p-5">
            <SkeletonList label="Loading…" count={3} shape="h-11" className="space-y-3" />
          </div>
        </>
      )}
    </section>
  );
}

/** What the document covers is out of reach; `covers` says whether it would on a narrow screen. */
function useCoveredConversation(section: RefObject<HTMLElement>, covers: boolean): void {
  useEffect(() => {
    const conversation = section.current?.previousElementSibling;
    if (!(conversation instanceof HTMLElement)) return;
    const wide = matchMedia(WIDE);
    const update = () => {
      conversation.toggleAttribute('inert', covers && !wide.matches);
    };
    update();
    wide.addEventListener('change', update);
    return () => {
      wide.removeEventListener('change', update);
      conversation.removeAttribute('inert');
    };
  }, [section, covers]);
}

/** In a text, Escape belongs to what is being typed. */
function isTyping(target: EventTarget): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [role="textbox"]');
}

/** To where the document was opened from: its answer, or else the button that lists it. */
function focusOpener(messageId: string | undefined): void {
  requestAnimationFrame(() => {
    const answer = document.querySelector<HTMLElement>(`[data-message-id="${messageId}"]`);
    const opener = answer ?? document.querySelector<HTMLElement>('[data-documents]');
    (opener ?? document.getElementById('main'))?.focus({ preventScroll: answer === null });
  });
}

function focusComposer(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('textarea[name="message"]')?.focus();
  });
}
