import { useCallback, useEffect, useState } from 'react';

import { useLoadOnUse } from '~/ui/load-on-use';
import { DemoLabel } from '~/ui/feedback/demo';
import { SkeletonList } from '~/ui/feedback/skeleton';

import { TextMarks } from '../../../brand-check/text-marks';
import { useIgnored } from '../../../brand-check/use-ignored';
import { categoryName } from '../../../formats/categories';
import { FormatChecks } from '../../../formats/components/format-panels';
import type { ImageParts } from '../../../formats/preview-image';
import { isFramed, isMarkdown } from '../../../formats/formats';
import { BrandReview } from '../../../review/components/brand-review';
import { useImageChoice } from '../../../formats/use-image-choice';
import { mergeChange, type SavedList } from '../../list/saved-list';
import {
  onContentChange,
  requestIgnoring,
  requestImage,
  requestRestoration,
  requestVersion,
  requestVersionRestore,
  requestVersions,
} from '../../saved-requests';
import { libraryTexts } from '../../texts';
import type { VersionRequests } from '../../versions/version';
import type { ContentFolder, ContentItem, ContentText } from '../content';
import { fixIn } from '../fix-text';
import { useBrandOf } from '../use-brand-of';
import { useContentEditor } from '../use-content-editor';
import { ContentActions } from './content-actions';
import { ContentPreview, FormattedPreview } from './content-preview';
import { ContentProblem } from './content-problem';
import { FormatPicker, useFormat } from './format-picker';
import { SaveState } from './save-state';

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
    ContentText & {
      html: string;
      imageId: string | null;
      profileId: string | null;
      ignoredFindings: string[];
    };
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
  const { profiles, profileId, brand, chooseProfile } = useBrandOf(content.profileId);
  const { ignored, ignore } = useIgnoredIn(content.id, content.ignoredFindings);
  const [versionRequests] = useState(() => versionsOf(content.id));
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
      <ContentProblem
        editor={editor}
        state={state}
        texts={libraryTexts}
        restore={() => requestRestoration(content.id)}
      />
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
                kind="content"
                id={content.id}
                editor={editor}
                state={state}
                isMarkdown={isMarkdown(content.category)}
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
              <versions.VersionsPanel requests={versionRequests} editor={editor} state={state} />
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

function versionsOf(id: string): VersionRequests {
  return {
    list: (cursor) => requestVersions(id, cursor),
    read: (versionId) => requestVersion(id, versionId),
    restore: (versionId, version) => requestVersionRestore(id, versionId, version),
  };
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
