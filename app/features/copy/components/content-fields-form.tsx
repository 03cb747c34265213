import { useEffect, useRef, type KeyboardEvent } from 'react';

import { Button } from '~/ui/button';
import { Field } from '~/ui/field';

import type { ContentEditor, EditorState } from '../content-editor';
import { isTitleMissing } from '../content-editor';
import { CONTENT_MOST, TITLE_MOST } from '../content-fields';
import { copyMessages } from '../messages';

/** Title and text as they are typed; saved after a pause, when a field is left, by the button, and by Ctrl+S. */
export function ContentFieldsForm({
  editor,
  state,
}: {
  editor: ContentEditor;
  state: EditorState;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { title, content } = state;

  useEffect(() => {
    const field = area.current;
    if (!field) return;
    // Growing from nothing would let the page jump up.
    const top = window.scrollY;
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight + 2}px`;
    window.scrollTo({ top });
  }, [content]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void editor.flush();
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void editor.flush();
      }}
      className="space-y-5"
    >
      <Field
        label="Title"
        value={title}
        maxLength={TITLE_MOST}
        autoComplete="off"
        errors={isTitleMissing(state) ? [copyMessages.titleMissing] : undefined}
        onChange={(event) => editor.type({ title: event.target.value })}
        onKeyDown={onKeyDown}
        onBlur={() => void editor.flush()}
      />
      <div>
        <label htmlFor="content-text" className="mb-1.5 block text-sm font-medium">
          Text
        </label>
        <textarea
          ref={area}
          id="content-text"
          value={content}
          maxLength={CONTENT_MOST}
          onChange={(event) => editor.type({ content: event.target.value })}
          onKeyDown={onKeyDown}
          onBlur={() => void editor.flush()}
          aria-describedby="content-text-hint"
          className="block min-h-64 w-full resize-none rounded-md border border-border-strong bg-field px-3 py-2.5 leading-7 -outline-offset-1 hover:border-text/60 focus:border-ring"
        />
        <p id="content-text-hint" className="mt-1.5 text-sm text-muted">
          Markdown works: # for a heading, ** around bold words, - for a list. It is saved as you
          type.
        </p>
      </div>
      <Button type="submit" variant="secondary">
        Save
      </Button>
    </form>
  );
}
