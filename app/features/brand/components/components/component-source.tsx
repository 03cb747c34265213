import { useId, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client, refusalText } from '~/http/client';
import { Button } from '~/ui/button';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { toastError } from '~/ui/feedback/toast';

import { listText, type OpenProfile } from '../../profiles/profile';
import type { ProfilesApi } from '../../profiles/routes/profiles';
import { profilesTexts } from '../../texts';
import { type ComponentKind, COMPONENTS, hasText } from '../component';
import { type ComponentEditor, type EditorState, unsavedTexts } from '../component-editor';

const api = client<ProfilesApi>();

const OWN = 'own';
type Choice = { use: string } | 'own-copy' | 'none';

interface ComponentSourceProps {
  profile: OpenProfile;
  editor: ComponentEditor;
  state: EditorState;
  reload: () => void;
}

/** Chooses which component a step uses: the profile's own, or one that other profiles use too. */
export function ComponentSource({ profile, editor, state, reload }: ComponentSourceProps) {
  const id = useId();
  const { kind } = editor;
  const { component } = state;
  const options = profile.options[kind];
  const [pending, setPending] = useState(false);
  const [leaving, setLeaving] = useState<Choice | null>(null);
  const noun = COMPONENTS[kind].label.toLowerCase();
  const shared = component.sharedWith.length > 0;
  if (options.length === 0 && !shared) return null;

  async function change(choice: Choice) {
    setPending(true);
    try {
      await editor.flush();
      const now = editor.state();
      if (unsavedTexts(kind, now).length > 0 || Object.keys(now.conflicts).length > 0) {
        toastError('Some of your changes aren’t saved yet. Save them first.');
        return;
      }
      await api.patch('/api/profiles/:id', {
        params: { id: profile.id },
        body: { kind, choice, version: profile.version },
      });
    } catch (error) {
      showFailure(error, refusalText(error, profilesTexts.chooseFailed));
    } finally {
      setPending(false);
      setLeaving(null);
      reload();
    }
  }

  function ask(choice: Choice) {
    // A component that no one else uses is deleted when this profile leaves it.
    const isLost = component.id !== null && !shared && hasText(kind, state.values);
    if (isLost) setLeaving(choice);
    else void change(choice);
  }

  return (
    <div className="space-y-3 rounded-lg border bg-sunken px-4 py-3 text-sm">
      {shared && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-48 flex-1">
            This {noun} is shared with{' '}
            {listText(component.sharedWith.map(({ name }) => `“${name}”`))}. Changes here show up
            there, too.
          </p>
          <Button
            variant="secondary"
            size="sm"
            pending={pending}
            onClick={() => void change('own-copy')}
          >
            Stop sharing
          </Button>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <label htmlFor={id} className="font-medium">
          This profile uses
        </label>
        <select
          id={id}
          value={OWN}
          disabled={pending}
          onChange={({ target }) => ask(target.value === '' ? 'none' : { use: target.value })}
          className="h-10 max-w-full min-w-0 flex-1 rounded-md border border-border-strong bg-field px-3 touch:h-11"
        >
          <option value={OWN}>
            {component.id === null
              ? `Its own ${noun}`
              : `${nameOf(kind, state.values.name)}${shared ? ' (shared)' : ''}`}
          </option>
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {nameOf(kind, option.name)} (from {listText(option.usedBy)})
            </option>
          ))}
          {component.id !== null && <option value="">Start from scratch</option>}
        </select>
      </div>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={`Delete this ${noun}?`}
        text={`No other profile uses “${nameOf(kind, state.values.name)}”, so switching deletes it.`}
        confirmLabel="Delete and switch"
        danger
        pending={pending}
        onConfirm={() => leaving !== null && void change(leaving)}
      />
    </div>
  );
}

function nameOf(kind: ComponentKind, name: string | undefined): string {
  return name?.trim() ? name : `Untitled ${COMPONENTS[kind].label.toLowerCase()}`;
}
