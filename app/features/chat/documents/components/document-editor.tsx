import { type ReactNode, useCallback, useContext, useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { withoutCitations } from '~/features/brand';
import { isMarkdown, categoryOf, type FormatId } from '~/features/copywriting';
import { refusalText } from '~/http/client';
import { Button, buttonClass } from '~/ui/button';
import { copyToClipboard } from '~/ui/display/clipboard';
import { BookmarkPlus } from '~/ui/display/shared-icons';
import { DemoLabel } from '~/ui/feedback/demo';
import { SkeletonList } from '~/ui/feedback/skeleton';
import { toastError, toastSuccess } from '~/ui/feedback/toast';
import { useLoadOnUse } from '~/ui/load-on-use';
import { DotsIcon, Menu } from '~/ui/overlays/menu';

import { ConversationBrand } from '../../conversations/settings/conversation-brand';
import type { LoadImages, TextParts } from '../document';
import {
  onDocumentChange,
  requestDeletion,
  requestFormat,
  requestIgnoring,
  requestImage,
  requestRestoration,
  requestSaving,
} from '../document-requests';
import { showDocument } from '../open-document';
import { chatTexts } from '../../texts';
import { documentTexts } from '../texts';
import type { LoadedDocument } from '../use-document';
import { editingOf, versionsOf } from '../text-requests';
import { Suggestions } from './suggestions';

type View = 'edit' | 'preview' | 'checks' | 'versions';

const VIEWS: { view: View; label: string }[] = [
  { view: 'edit', label: 'Edit' },
  { view: 'preview', label: 'Preview' },
  { view: 'checks', label: 'Checks' },
  { view: 'versions', label: 'Versions' },
];

interface DocumentEditorProps {
  document: LoadedDocument;
  /** What a request brought of it. */
  take: (document: LoadedDocument) => void;
  parts: TextParts;
  loadImages: LoadImages;
  /** Leads back to the conversation, where the document covers it; and closes the document. */
  back: ReactNode;
  close: ReactNode;
  onDeleted: () => void;
}

/** The bar above a document. */
export const DOCUMENT_BAR = 'flex shrink-0 items-center gap-1 border-b px-4 py-1.5 sm:px-6';

/** A document with its editor, preview, checks, and versions. Mount one for each document (`key`). */
export function DocumentEditor({
  document,
  take,
  parts,
  loadImages,
  back,
  close,
  onDeleted,
}: DocumentEditorProps) {
  const { id, conversationId } = document;
  const [requests] = useState(() => editingOf(id, conversationId));
  const [versions] = useState(() => versionsOf(id));
  const { editor, state } = parts.useTextEditor(`document:${id}`, document, requests);
  const [view, setView] = useState<View>('edit');
  const showPreview = useCallback(() => setView('preview'), []);
  const [marks] = useState(() => new parts.TextMarks());
  const showRoot = useCallback((root: HTMLElement | null) => marks.setRoot(root), [marks]);
  const { format, choose } = useFormat(document);
  const { profiles, profileId, brand, chooseProfile } = parts.useBrandOf(
    useContext(ConversationBrand),
  );
  const { ignored, ignore } = useIgnoredIn(document, parts);
  const image = parts.useImageChoice(document.imageId, (chosen) => requestImage(id, chosen));
  const images = useLoadOnUse(loadImages, view === 'preview');
  const form = useLoadOnUse(parts.loadForm, view === 'edit', showPreview);
  const versionsPart = useLoadOnUse(parts.loadVersions, view === 'versions', showPreview);
  const isLoading =
    (view === 'edit' && !form) ||
    (view === 'versions' && !versionsPart) ||
    (view === 'preview' && format !== null && !images);
  const title = state.title.trim() === '' ? 'Untitled' : state.title;
  const isFormatted = isMarkdown(format === null ? 'longform' : categoryOf(format));

  return (
    <>
      <div className={DOCUMENT_BAR}>
        {back}
        <SaveButton document={document} take={take} parts={parts} flush={() => editor.flush()} />
        {document.demo && <DemoLabel />}
        <span className="ml-auto" />
        <parts.SaveState state={state} onRetry={() => void editor.flush()} />
        <DocumentMenu
          id={id}
          title={title}
          text={() => withoutCitations(id, editor.current().content)}
          onDeleted={onDeleted}
        />
        {close}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto w-full max-w-3xl px-4 py-4 sm:px-6">
          {/* While it's edited, the field has it. */}
          <h2
            title={title}
            className={
              view === 'edit'
                ? 'sr-only'
                : 'mb-3 line-clamp-3 font-display text-xl font-semibold wrap-anywhere'
            }
          >
            {title}
          </h2>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b pb-3">
            <div role="group" aria-label="View" className="flex gap-1 rounded-lg bg-sunken p-1">
              {VIEWS.map(({ view: one, label }) => (
                <button
                  key={one}
                  type="button"
                  aria-pressed={view === one}
                  onClick={() => setView(one)}
                  className="h-8 rounded-md px-3 text-sm text-muted transition-colors hover:text-text aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-text aria-pressed:shadow-raised touch:h-11 touch:px-2"
                >
                  {label}
                </button>
              ))}
            </div>
            <parts.FormatPicker category={null} format={format} onChange={choose} />
          </div>
          <parts.ContentProblem
            editor={editor}
            state={state}
            texts={documentTexts}
            restore={() => requestRestoration(id)}
          />
          {document.patches.length === 0 && view === 'edit' && (
            <p className="mt-3 text-sm text-muted">
              Write here, or ask in the chat for changes to this document.
            </p>
          )}
          <Suggestions
            document={document}
            editor={editor}
            state={state}
            take={take}
            shown={view === 'edit'}
            onShow={() => setView('edit')}
          >
            <div className="mt-5" ref={view === 'preview' ? showRoot : undefined}>
              {isLoading && (
                <SkeletonList label="Loading…" count={3} shape="h-11" className="space-y-3" />
              )}
              {view === 'edit' && form && (
                <form.ContentFieldsForm
                  kind="document"
                  id={id}
                  editor={editor}
                  state={state}
                  isMarkdown={isFormatted}
                  format={format}
                  profiles={profiles}
                  profileId={profileId}
                  onProfile={chooseProfile}
                  marks={marks}
                />
              )}
              {view === 'preview' &&
                (format === null ? (
                  <parts.ContentPreview id={id} content={state.content} rendered={null} />
                ) : (
                  images && (
                    <parts.FormattedPreview
                      id={id}
                      format={format}
                      text={state.content}
                      image={{ Picker: images.ImagePicker, Shown: images.ShownImage, ...image }}
                      brand={brand}
                    />
                  )
                ))}
              {view === 'checks' && (
                <div className="space-y-6">
                  <parts.FormatChecks
                    formatId={format}
                    text={state.content}
                    brand={
                      profileId === null
                        ? null
                        : {
                            ...{ profileId, ignored, marks, textId: id },
                            onReveal: () => setView('edit'),
                            onIgnore: ignore,
                            onChange: (typed: string) => parts.fixIn(editor, typed),
                          }
                    }
                  />
                  {format === null && profileId === null && (
                    <p className="text-sm text-muted">
                      Choose a format above, or create a brand profile, to check this text.
                    </p>
                  )}
                  <parts.BrandReview
                    name={`document:${id}`}
                    text={state.content}
                    formatId={format}
                    profileId={profileId}
                    onChange={(changed) => editor.type({ content: changed })}
                  />
                </div>
              )}
              {view === 'versions' && versionsPart && (
                <versionsPart.VersionsPanel requests={versions} editor={editor} state={state} />
              )}
            </div>
          </Suggestions>
        </div>
      </div>
    </>
  );
}

interface SaveButtonProps {
  document: LoadedDocument;
  take: (document: LoadedDocument) => void;
  parts: TextParts;
  flush: () => Promise<void>;
}

/** Saves the document as content, or what has changed since. */
function SaveButton({ document, take, parts, flush }: SaveButtonProps) {
  const [pending, setPending] = useState(false);
  const { onContentChange } = parts;
  useEffect(
    () =>
      onContentChange((change) => {
        // Also by Undo.
        if (change.type !== 'removed' || change.id !== document.contentId) return;
        take({ ...document, contentId: null });
      }),
    [onContentChange, document, take],
  );

  async function save() {
    setPending(true);
    try {
      // What is on the screen is saved.
      await flush();
      const { item, isNew } = await requestSaving(document.id);
      parts.publishHere({ type: 'changed', item });
      take({ ...document, contentId: item.id });
      if (isNew) parts.showSaved([item]);
      else toastSuccess(documentTexts.savedAgain);
    } catch (error) {
      showFailure(error, refusalText(error, documentTexts.contentFailed));
    } finally {
      setPending(false);
    }
  }

  return (
    <Button variant="secondary" size="sm" pending={pending} onClick={() => void save()}>
      <BookmarkPlus className="size-4" aria-hidden="true" />
      {/* On a phone, the bar needs the space. */}
      <span className="touch:sr-only">
        {document.contentId === null ? 'Save as content' : 'Update saved content'}
      </span>
    </Button>
  );
}

interface DocumentMenuProps {
  id: string;
  title: string;
  text: () => Promise<string>;
  onDeleted: () => void;
}

function DocumentMenu({ id, title, text, onDeleted }: DocumentMenuProps) {
  async function remove() {
    try {
      await requestDeletion(id);
    } catch (error) {
      return showFailure(error, refusalText(error, documentTexts.deleteFailed));
    }
    onDeleted();
    toastSuccess(documentTexts.deleted, {
      label: 'Undo',
      run: () => {
        requestRestoration(id).then(
          () => showDocument({ id }),
          (error: unknown) => showFailure(error, refusalText(error, documentTexts.restoreFailed)),
        );
      },
    });
  }
  return (
    <Menu
      label={`Actions for ${title}`}
      className={buttonClass({ variant: 'ghost', size: 'icon' })}
      entries={[
        {
          kind: 'action',
          label: 'Copy document',
          icon: 'copy',
          onSelect: () => {
            copyToClipboard(text()).then(
              () => toastSuccess(chatTexts.copied),
              () => toastError(chatTexts.copyFailed),
            );
          },
        },
        { kind: 'separator' },
        {
          kind: 'action',
          label: 'Delete document',
          icon: 'trash-2',
          danger: true,
          onSelect: () => void remove(),
        },
      ]}
    >
      <DotsIcon />
    </Menu>
  );
}

/** The format of a document, shown at once; a choice that couldn't be stored is taken back. */
function useFormat({ id, format: loaded }: LoadedDocument) {
  const [from, setFrom] = useState(loaded);
  const [format, setFormat] = useState(loaded);
  if (from !== loaded) {
    setFrom(loaded);
    setFormat(loaded);
  }
  function choose(next: FormatId | null) {
    const before = format;
    setFormat(next);
    requestFormat(id, next).catch((error: unknown) => {
      setFormat(before);
      showFailure(error, refusalText(error, documentTexts.formatFailed));
    });
  }
  return { format, choose };
}

function useIgnoredIn(
  { id, conversationId, ignoredFindings }: LoadedDocument,
  { useIgnored }: TextParts,
) {
  const store = useCallback(
    (key: string, ignored: boolean) => requestIgnoring(id, { key, ignored }),
    [id],
  );
  const onElsewhere = useCallback(
    (listener: (keys: readonly string[]) => void) =>
      onDocumentChange(conversationId, (change) => {
        if (change.type === 'ignored' && change.id === id) listener(change.ignored);
      }),
    [id, conversationId],
  );
  return useIgnored(ignoredFindings, store, onElsewhere);
}
