import { type KeyboardEvent, useId } from 'react';

import type { Profiles } from '~/features/brand';
import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';

import type { TextMarks } from '../../../brand-check/text-marks';
import type { FormatId } from '../../../formats/formats';
import { RewriteEditor, type RewriteEditorProps } from '../../../rewrite/components/rewrite-editor';
import { TextView, useTextView } from '../../../rewrite/components/text-view';
import { libraryTexts } from '../../texts';
import { MAX_CONTENT, MAX_TITLE } from '../content';
import { type ContentEditor, type EditorState, isTitleMissing } from '../content-editor';

interface ContentFieldsFormProps extends Pick<RewriteEditorProps, 'kind'> {
  id: string;
  editor: ContentEditor;
  state: EditorState;
  /** Whether the text has a formatting to show. */
  isMarkdown: boolean;
  format: FormatId | null;
  profiles: Profiles['profiles'];
  /** The brand that rewrites and checks follow. */
  profileId: string | null;
  onProfile: (profileId: string | null) => void;
  marks: TextMarks;
}

/** Title and text, saved after a pause in typing, when a field loses the focus, by the button, and by Ctrl+S. */
export function ContentFieldsForm({
  kind,
  id,
  editor,
  state,
  isMarkdown,
  format,
  profiles,
  profileId,
  onProfile,
  marks,
}: ContentFieldsFormProps) {
  const { title, content } = state;
  const view = useTextView(isMarkdown);

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
      <RewriteEditor
        kind={kind}
        textId={id}
        label="Text"
        value={content}
        onChange={(typed) => editor.type({ content: typed })}
        formatId={format}
        profileId={profileId}
        maxLength={MAX_CONTENT}
        beside={<TextView {...view} />}
        formatted={view.formatted}
        onPlain={view.showSource}
        marks={marks}
        hint={
          view.formatted
            ? 'Saved as you type.'
            : 'Saved as you type. Markdown works: # heading, **bold**, - list.'
        }
        onBlur={() => void editor.flush()}
        onSave={() => void editor.flush()}
      />
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
