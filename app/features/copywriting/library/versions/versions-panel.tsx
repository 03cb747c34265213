import { useCallback, useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { RequestRefused } from '~/http/client';
import { Button } from '~/ui/button';
import { DifferenceText } from '~/ui/display/difference-text';
import { LocalMoment } from '~/ui/dates/local-time';
import { SkeletonList } from '~/ui/feedback/skeleton';
import { toastSuccess } from '~/ui/feedback/toast';

import type { ContentEditor, EditorState } from '../content/content-editor';
import { reasonOf } from '../saved-requests';
import { libraryTexts } from '../texts';
import type { VersionPage, VersionRequests } from './version';

interface VersionsPanelProps {
  requests: VersionRequests;
  editor: ContentEditor;
  state: EditorState;
}

/** A text's versions: shows the changes since one of them, and restores it. */
export function VersionsPanel({ requests, editor, state }: VersionsPanelProps) {
  const [page, setPage] = useState<VersionPage>();
  const [failed, setFailed] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const { version } = state;

  const load = useCallback(
    () =>
      requests.list(null).then(setPage, (error: unknown) => {
        setFailed(true);
        showFailure(error, libraryTexts.versionsFailed);
      }),
    [requests],
  );
  useEffect(() => {
    // Each save may have added a version.
    void load();
  }, [load, version]);

  function loadMore(cursor: string) {
    requests.list(cursor).then(
      (next) =>
        setPage((old) =>
          old?.cursor === cursor ? { ...next, items: [...old.items, ...next.items] } : old,
        ),
      (error: unknown) => showFailure(error, libraryTexts.versionsFailed),
    );
  }

  if (!page) {
    return failed ? (
      <div className="grid h-32 place-items-center">
        <Button
          variant="secondary"
          onClick={() => {
            setFailed(false);
            void load();
          }}
        >
          Try again
        </Button>
      </div>
    ) : (
      <SkeletonList label="Loading versions…" count={3} shape="h-11" className="space-y-1" />
    );
  }
  if (page.items.length === 0) {
    return (
      <p className="text-muted">
        No earlier versions yet. When you edit this text, we’ll keep the previous version here.
      </p>
    );
  }
  return (
    <>
      <ul aria-label="Versions" className="divide-y rounded-lg border bg-surface">
        {page.items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              aria-expanded={chosen === item.id}
              onClick={() => setChosen(chosen === item.id ? null : item.id)}
              className="flex min-h-11 w-full flex-wrap items-baseline gap-x-3 px-4 py-2.5 text-left text-sm hover:bg-hover"
            >
              <LocalMoment at={item.writtenAt} className="shrink-0 font-medium tabular-nums" />
              <span className="min-w-0 truncate text-muted">
                {item.author && `${item.author === 'person' ? 'You' : 'AI'} · `}
                {item.title}
              </span>
            </button>
            {chosen === item.id && (
              <Version requests={requests} versionId={item.id} editor={editor} state={state} />
            )}
          </li>
        ))}
      </ul>
      {page.cursor !== null && (
        <div className="mt-3 text-center">
          <Button variant="ghost" size="sm" onClick={() => loadMore(page.cursor ?? '')}>
            Show older versions
          </Button>
        </div>
      )}
    </>
  );
}

function Version({
  requests,
  versionId,
  editor,
  state,
}: VersionsPanelProps & { versionId: string }) {
  const [former, setFormer] = useState<{ title: string; content: string }>();
  const [pending, setPending] = useState(false);

  useEffect(() => {
    let current = true;
    requests.read(versionId).then(
      (found) => current && setFormer(found),
      (error: unknown) => current && showFailure(error, libraryTexts.versionsFailed),
    );
    return () => {
      current = false;
    };
  }, [requests, versionId]);

  async function restore() {
    setPending(true);
    try {
      // What was just typed becomes a version, too.
      await editor.flush();
      if (editor.isDirty()) return;
      editor.replace(await requests.restore(versionId, editor.current().version));
      toastSuccess(libraryTexts.versionRestored);
    } catch (error) {
      if (error instanceof RequestRefused && error.status === 409) {
        await editor.onVersion(Number.MAX_SAFE_INTEGER);
      }
      showFailure(error, reasonOf(error, libraryTexts.versionRestoreFailed));
    } finally {
      setPending(false);
    }
  }

  if (!former) {
    return (
      <div className="border-t px-4 py-4">
        <SkeletonList label="Loading…" count={3} shape="h-4" className="space-y-2.5" />
      </div>
    );
  }
  return (
    <div className="border-t px-4 py-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">Changes since then</p>
        {(former.title !== state.title || former.content !== state.content) && (
          <Button variant="secondary" size="sm" pending={pending} onClick={() => void restore()}>
            Restore this version
          </Button>
        )}
      </div>
      {former.title !== state.title && (
        <p className="mb-3 font-medium">
          <DifferenceText before={former.title} after={state.title} />
        </p>
      )}
      {former.content === state.content ? (
        <p className="text-sm text-muted">The text hasn’t changed.</p>
      ) : (
        <div className="text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">
          <DifferenceText before={former.content} after={state.content} />
        </div>
      )}
    </div>
  );
}
