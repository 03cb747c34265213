import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { type Profiles, useCitations, useProfiles } from '~/features/brand';
import { Button } from '~/ui/button';
import { useLoadOnUse } from '~/ui/load-on-use';
import { useMarkdown } from '~/ui/rich-text/markdown-text';
import { RichText } from '~/ui/rich-text/rich-text';
import { Check } from '~/ui/display/shared-icons';
import { DemoLabel } from '~/ui/feedback/demo';
import { SkeletonList } from '~/ui/feedback/skeleton';
import { toastError, toastSuccess } from '~/ui/feedback/toast';

import { brandCheckTexts } from '../../../brand-check/texts';
import { TextMarks } from '../../../brand-check/text-marks';
import { useIgnored } from '../../../brand-check/use-ignored';
import { categoryName } from '../../../formats/categories';
import { FormatChecks, FormatPreview } from '../../../formats/components/format-panels';
import {
  type ImageParts,
  type PreviewImage,
  PreviewImageContext,
} from '../../../formats/preview-image';
import { type FormatId, isFramed } from '../../../formats/formats';
import { BrandReview } from '../../../review/components/brand-review';
import { useImageChoice } from '../../../formats/use-image-choice';
import { mergeChange, type SavedList } from '../../list/saved-list';
import { onContentChange, requestIgnoring, requestImage } from '../../saved-requests';
import type { ContentFolder, ContentItem, ContentText } from '../content';
import { type ContentEditor, type EditorState, isTitleMissing } from '../content-editor';
import { useContentEditor } from '../use-content-editor';
import { ContentActions } from './content-actions';
import { ContentProblem } from './content-problem';
import { FormatPicker, useFormat } from './format-picker';

type View = 'preview' | 'edit' | 'versions';

const VIEWS: { view: View; label: string }[] = [
  { view: 'preview', label: 'Preview' },
  { view: 'edit', label: 'Edit' },
  { view: 'versions', label: 'Versions' },
];

const loadForm = () => import('./content-fields-form');
const loadVersions = () => import('../../versions/versions-panel');

export interface ContentPageProps {
  content: ContentItem &
    ContentText & { html: string; imageId: string | null; ignoredFindings: string[] };
  folders: ContentFolder[];
  images: ImageParts;
  /** Opens a new conversation with this text ready to send. Rejects when that fails. */
  discuss: (text: string) => Promise<void>;
}

/** The page of a saved content, with its preview, editor, and versions. Mount one per content (`key`). */
export function ContentPage({ content, folders: loaded, images, discuss }: ContentPageProps) {
  const { editor, state } = useContentEditor(content.id, content);
  const [view, setView] = useState<View>('preview');
  const folders = useFolders(loaded);
  const folder = folders.find(({ id }) => id === content.folderId);
  const { format, choose } = useFormat(content.id, content.format);
  const form = useLoadOnUse(loadForm, view === 'edit', () => setView('preview'));
  const versions = useLoadOnUse(loadVersions, view === 'versions', () => setView('preview'));
  const image = useImageChoice(content.imageId, (chosen) => requestImage(content.id, chosen));
  const { profiles, profileId, brand, chooseProfile } = useBrandOf();
  const { ignored, ignore } = useIgnoredIn(content.id, content.ignoredFindings);
  const [marks] = useState(() => new TextMarks());
  const showRoot = useCallback((root: HTMLElement | null) => marks.setRoot(root), [marks]);
  const brandCheck =
    profileId === null
      ? null
      : {
          ...{ profileId, ignored, marks, textId: content.id },
          onReveal: view === 'preview' && isFramed(format) ? () => setView('edit') : undefined,
          onIgnore: ignore,
          onChange: (typed: string) => fixIn(editor, typed),
        };
  const checked = view !== 'versions';
  const title = state.title.trim() === '' ? 'Untitled' : state.title;

  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-6 sm:px-8 sm:py-10 xl:max-w-5xl">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex min-w-0 items-center gap-2 text-sm text-muted">
          <span className="truncate">
            {categoryName(content.category)}
            {folder && ` / ${folder.name}`}
          </span>
          {content.demo && <DemoLabel />}
        </p>
        <ContentActions
          item={{ ...content, title }}
          folders={folders}
          editor={editor}
          discuss={discuss}
        />
      </div>
      <h1
        title={title}
        className="mt-2 line-clamp-4 font-display text-3xl leading-tight font-semibold tracking-tight text-balance wrap-anywhere"
      >
        {title}
      </h1>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-b pb-3">
        <div role="group" aria-label="View" className="flex gap-1 rounded-lg bg-sunken p-1">
          {VIEWS.map(({ view: one, label }) => (
            <button
              key={one}
              type="button"
              aria-pressed={view === one}
              onClick={() => setView(one)}
              className="h-8 rounded-md px-3 text-sm text-muted transition-colors hover:text-text aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-text aria-pressed:shadow-raised touch:h-11"
            >
              {label}
            </button>
          ))}
        </div>
        <SaveState state={state} onRetry={() => void editor.flush()} />
        <FormatPicker category={content.category} format={format} onChange={choose} />
      </div>
      <ContentProblem id={content.id} editor={editor} state={state} />
      <div
        className={`mt-6 grid gap-x-10 gap-y-8 ${checked ? 'xl:grid-cols-[minmax(0,1fr)_18rem]' : ''}`}
      >
        <div className="min-w-0">
          {view === 'preview' && (
            <div ref={showRoot}>
              {format ? (
                <FormattedPreview
                  id={content.id}
                  format={format}
                  text={state.content}
                  image={{ ...images, ...image }}
                  brand={brand}
                />
              ) : (
                <ContentPreview id={content.id} content={state.content} rendered={content} />
              )}
            </div>
          )}
          {view === 'edit' &&
            (form ? (
              <form.ContentFieldsForm
                id={content.id}
                editor={editor}
                state={state}
                category={content.category}
                format={format}
                profiles={profiles}
                profileId={profileId}
                onProfile={chooseProfile}
                marks={marks}
              />
            ) : (
              <Loading />
            ))}
          {view === 'versions' &&
            (versions ? (
              <versions.VersionsPanel id={content.id} editor={editor} state={state} />
            ) : (
              <Loading />
            ))}
        </div>
        {checked && (
          <aside
            aria-label="Checks"
            className="space-y-6 xl:sticky xl:top-20 xl:-mx-2 xl:max-h-[calc(100dvh-6rem)] xl:self-start xl:overflow-y-auto xl:px-2"
          >
            {(format !== null || brandCheck !== null) && (
              // Hidden with its heading when neither the brand nor the format has anything to say.
              <div className="has-[>div:empty]:hidden">
                <h2 className="mb-3 text-sm font-medium">Checks</h2>
                <FormatChecks formatId={format} text={state.content} brand={brandCheck} />
              </div>
            )}
            <BrandReview
              name={`content:${content.id}`}
              text={state.content}
              formatId={format}
              profileId={profileId}
              onChange={(changed) => editor.type({ content: changed })}
            />
          </aside>
        )}
      </div>
    </div>
  );
}

/** Writes a fixed text while no field shows it; a toast takes it back. */
function fixIn(editor: ContentEditor, content: string): void {
  const before = editor.current().content;
  editor.type({ content });
  toastSuccess(brandCheckTexts.fixed, {
    label: 'Undo',
    run: () => {
      if (editor.current().content === content) editor.type({ content: before });
      else toastError(brandCheckTexts.changed);
    },
  });
}

/** The brand that the text is checked and rewritten for: the one in use, until the person chooses another here. */
function useBrandOf() {
  const { profiles, selected } = useProfiles(null);
  const [chosen, chooseProfile] = useState<string | null>();
  const chosenId = chosen === undefined ? (selected?.id ?? null) : chosen;
  // A profile that no longer exists counts as none.
  const brand = profiles?.find(({ id }) => id === chosenId) ?? null;
  return { profiles, profileId: brand?.id ?? null, brand: brand ?? selected, chooseProfile };
}

function useIgnoredIn(id: string, loaded: readonly string[]) {
  const store = useCallback(
    (key: string, ignored: boolean) => requestIgnoring(id, { key, ignored }),
    [id],
  );
  const onElsewhere = useCallback(
    (listener: (keys: readonly string[]) => void) =>
      onContentChange((change) => {
        if (change.type === 'ignored' && change.id === id) listener(change.ignored);
      }),
    [id],
  );
  return useIgnored(loaded, store, onElsewhere);
}

function Loading() {
  return <SkeletonList label="Loading…" count={3} shape="h-11" className="space-y-3" />;
}

/** The folders as loaded, kept up to date by live events. */
function useFolders(loaded: ContentFolder[]): ContentFolder[] {
  const [from, setFrom] = useState(loaded);
  const [list, setList] = useState<SavedList>({ folders: loaded, pages: {} });
  if (from !== loaded) {
    setFrom(loaded);
    setList({ folders: loaded, pages: {} });
  }
  useEffect(
    () =>
      onContentChange((change) => {
        if (change.type === 'folder' || change.type === 'folder-removed') {
          setList((old) => mergeChange(old, change));
        }
      }),
    [],
  );
  return list.folders;
}

/** Says whether everything is saved, and offers to retry a failed save. */
function SaveState({ state, onRetry }: { state: EditorState; onRetry: () => void }) {
  const { status } = state;
  const failed = status.type === 'failed' && !isTitleMissing(state);
  return (
    <div className="flex min-w-0 items-center gap-2 text-sm">
      <p
        role="status"
        className={`flex min-w-0 items-center gap-1.5 ${failed ? 'text-danger' : 'text-muted'}`}
      >
        {status.type === 'saved' && <Check className="size-4 shrink-0" aria-hidden="true" />}
        {status.type === 'saved' && 'Saved'}
        {status.type === 'saving' && 'Saving…'}
        {failed && status.reason}
        {(status.type === 'unsaved' || isTitleMissing(state)) && 'Not saved yet'}
        {(status.type === 'conflict' || status.type === 'gone') && 'Not saved'}
      </p>
      {failed && (
        <Button variant="secondary" size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** The text as it will look where it is published, under the name of the brand in use. */
function FormattedPreview({
  id,
  format,
  text,
  image,
  brand,
}: {
  id: string;
  format: FormatId;
  text: string;
  image: PreviewImage;
  brand: Profiles['selected'];
}) {
  return (
    <PreviewImageContext.Provider value={image}>
      <FormatPreview
        textId={id}
        formatId={format}
        text={text}
        businessName={brand?.name}
        brand={brand}
      />
    </PreviewImageContext.Provider>
  );
}

interface ContentPreviewProps {
  id: string;
  content: string;
  /** The server's HTML, and the text that it belongs to. */
  rendered: { content: string; html: string };
}

/**
 * The text as it will read. The server's HTML is shown first; what a navigation brings or the user types is rendered
 * and sanitized here.
 */
function ContentPreview({ id, content, rendered }: ContentPreviewProps) {
  const root = useRef<HTMLDivElement>(null);
  const markdown = useMarkdown(content !== rendered.content);
  const html = useMemo(() => {
    if (markdown) return markdown.renderSafe(content, { breaks: true });
    return content === rendered.content ? rendered.html : null;
  }, [markdown, content, rendered]);
  useCitations(root, id, html ?? '');

  if (content.trim() === '')
    return <p className="text-muted">No text yet. Choose Edit to start writing.</p>;
  if (html === null) return <p className="prose-chat whitespace-pre-wrap">{content}</p>;
  return (
    <div ref={root}>
      <RichText html={html} />
    </div>
  );
}
