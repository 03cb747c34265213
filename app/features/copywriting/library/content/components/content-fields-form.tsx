import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';

import type { Profiles } from '~/features/brand';
import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { useLoadOnUse } from '~/ui/load-on-use';

import type { TextMarks } from '../../../brand-check/text-marks';
import { formatById, type FormatId } from '../../../formats/formats';
import { RewriteEditor } from '../../../rewrite/components/rewrite-editor';
import { libraryTexts } from '../../texts';
import { MAX_CONTENT, MAX_TITLE } from '../content';
import { type ContentEditor, type EditorState, isTitleMissing } from '../content-editor';

const loadRichField = () => import('~/ui/editor/rich-field.client');

interface ContentFieldsFormProps {
  id: string;
  editor: ContentEditor;
  state: EditorState;
  format: FormatId | null;
  profiles: Profiles['profiles'];
  /** The brand that rewrites and checks follow. */
  profileId: string | null;
  onProfile: (profileId: string | null) => void;
  marks: TextMarks;
}

/** Title and text, saved after a pause in typing, when a field loses the focus, by the button, and by Ctrl+S. */
export function ContentFieldsForm({
  id,
  editor,
  state,
  format,
  profiles,
  profileId,
  onProfile,
  marks,
}: ContentFieldsFormProps) {
  const { title, content } = state;
  const [formatted, setFormatted] = useState(false);
  // Social networks show a post as plain text.
  const isPlain = formatById(format)?.category === 'social';
  const shows = formatted && !isPlain;
  const rich = useLoadOnUse(loadRichField, shows, () => setFormatted(false));
  const showRoot = useCallback((root: HTMLElement | null) => marks.setRoot(root), [marks]);
  useWriter(marks, shows, content, (typed) => editor.type({ content: typed }));

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
        maxLength={MAX_TITLE}
        autoComplete="off"
        errors={isTitleMissing(state) ? [libraryTexts.titleMissing] : undefined}
        onChange={(event) => editor.type({ title: event.target.value })}
        onKeyDown={onKeyDown}
        onBlur={() => void editor.flush()}
      />
      {!isPlain && (
        <div role="group" aria-label="Text as" className="flex gap-1">
          {[false, true].map((one) => (
            <Button
              key={String(one)}
              variant="ghost"
              size="sm"
              aria-pressed={formatted === one}
              onClick={() => setFormatted(one)}
              className="aria-pressed:bg-sunken aria-pressed:text-text"
            >
              {one ? 'Formatted' : 'Source'}
            </Button>
          ))}
        </div>
      )}
      {shows && rich ? (
        <rich.RichField
          label="Text"
          value={content}
          maxLength={MAX_CONTENT}
          hint="Saved as you type. To rewrite a passage with AI, choose Source."
          onChange={(typed) => editor.type({ content: typed })}
          onBlur={() => void editor.flush()}
          onSave={() => void editor.flush()}
          onRoot={showRoot}
        />
      ) : (
        <RewriteEditor
          kind="content"
          textId={id}
          label="Text"
          value={content}
          onChange={(typed) => editor.type({ content: typed })}
          formatId={format}
          profileId={profileId}
          maxLength={MAX_CONTENT}
          marks={marks}
          hint="Saved as you type. Markdown works: # heading, **bold**, - list."
          onBlur={() => void editor.flush()}
          onSave={() => void editor.flush()}
        />
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 sm:w-64">
          <BrandPicker profiles={profiles} profileId={profileId} onChange={onProfile} />
        </div>
        <Button type="submit" variant="secondary">
          Save
        </Button>
      </div>
    </form>
  );
}

/** Fixes of findings go into the text that the formatted view shows. */
function useWriter(
  marks: TextMarks,
  active: boolean,
  content: string,
  write: (content: string) => void,
): void {
  const latest = useRef({ content, write });
  useEffect(() => {
    latest.current = { content, write };
  });
  useEffect(() => {
    if (!active) return;
    return marks.registerWriter(({ start, end, before, text }) => {
      const { content: current, write: put } = latest.current;
      if (current.slice(start, end) !== before) return false;
      put(current.slice(0, start) + text + current.slice(end));
      return true;
    });
  }, [marks, active]);
}

interface BrandPickerProps {
  profiles: Profiles['profiles'];
  profileId: string | null;
  onChange: (profileId: string | null) => void;
}

/** Chooses the brand that rewrites and checks follow. Renders nothing when there are no profiles. */
function BrandPicker({ profiles, profileId, onChange }: BrandPickerProps) {
  const id = useId();
  if (profiles === null || profiles.length === 0) return null;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        Brand profile
      </label>
      <select
        id={id}
        value={profileId ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        aria-describedby={`${id}-hint`}
        className="block h-10 w-full rounded-md border border-border-strong bg-field px-3 text-sm hover:border-text/60 focus:border-ring touch:h-11"
      >
        <option value="">No profile</option>
        {profiles.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        Rewrites and checks follow its voice.
      </p>
    </div>
  );
}
