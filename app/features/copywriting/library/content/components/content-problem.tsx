import { type ReactNode, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { Button } from '~/ui/button';

import { reasonOf } from '../../saved-requests';
import type { ContentEditor, EditorState } from '../content-editor';

interface ContentProblemProps extends GoneProps {
  editor: ContentEditor;
  state: EditorState;
}

/**
 * Explains why the typed text isn't saved: someone else changed the content, or it was deleted. Neither text is lost.
 */
export function ContentProblem({ editor, state, ...gone }: ContentProblemProps) {
  const { status } = state;
  if (status.type === 'conflict') {
    return (
      <Frame title={gone.texts.changedMeanwhile}>
        <p className="mt-1 text-sm text-muted">
          Nothing was overwritten. Which version do you want to keep?
        </p>
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          <Side heading="Yours" title={state.title} content={state.content}>
            <Button size="sm" onClick={() => void editor.keepMine()}>
              Keep mine
            </Button>
          </Side>
          <Side heading="Other version" title={status.theirs.title} content={status.theirs.content}>
            <Button variant="secondary" size="sm" onClick={() => editor.takeTheirs()}>
              Use the other version
            </Button>
          </Side>
        </div>
        <p className="mt-3 text-sm text-muted">
          If you keep yours, the other one stays in Versions.
        </p>
      </Frame>
    );
  }
  if (status.type === 'gone') return <Gone {...gone} />;
  return null;
}

interface GoneProps {
  texts: { changedMeanwhile: string; deletedHere: string; restoreFailed: string };
  /** Undoes the deletion. */
  restore: () => Promise<unknown>;
}

function Gone({ texts, restore }: GoneProps) {
  const [pending, setPending] = useState(false);
  async function undoDelete() {
    setPending(true);
    try {
      await restore();
    } catch (error) {
      showFailure(error, reasonOf(error, texts.restoreFailed));
    } finally {
      setPending(false);
    }
  }
  return (
    <Frame title={texts.deletedHere}>
      <p className="mt-1 text-sm text-muted">
        Your text is still on this page. Restore it, or copy it to keep it.
      </p>
      <Button size="sm" className="mt-3" pending={pending} onClick={() => void undoDelete()}>
        Restore
      </Button>
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      role="alert"
      aria-label={title}
      className="mt-5 rounded-lg border border-danger/40 bg-danger-soft p-4"
    >
      <h2 className="font-medium">{title}</h2>
      {children}
    </section>
  );
}

function Side({
  heading,
  title,
  content,
  children,
}: {
  heading: string;
  title: string;
  content: string;
  children: ReactNode;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-3 rounded-md border bg-surface p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{heading}</h3>
        {children}
      </div>
      <div
        role="group"
        aria-label={`${heading}: the text`}
        // It scrolls, so the keyboard must get to it.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-56 overflow-y-auto text-sm"
      >
        <p className="font-medium">{title}</p>
        <p className="mt-1 whitespace-pre-wrap">{content}</p>
      </div>
    </div>
  );
}
