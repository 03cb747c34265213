import { useState, type FormEvent } from 'react';

import { RequestRefused, tellFailure } from '~/features/auth';
import { Button } from '~/ui/button';
import { Dialog } from '~/ui/dialog';
import { Field } from '~/ui/field';
import { toastSuccess } from '~/ui/toast';

import { NAME_MOST } from '../component';
import { profilesMessages } from '../messages';
import { refusalText, requestRename } from '../profile-requests';

export interface ProfileDialogProps {
  profile: { id: string; name: string; version: number };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function RenameProfile({
  profile,
  open,
  onOpenChange,
  onDone,
}: ProfileDialogProps & { onDone: () => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Rename profile">
      {/* Mounted with each opening: it begins with the name that there is. */}
      {open && <Content profile={profile} close={() => onOpenChange(false)} onDone={onDone} />}
    </Dialog>
  );
}

function Content({
  profile,
  close,
  onDone,
}: {
  profile: ProfileDialogProps['profile'];
  close: () => void;
  onDone: () => void;
}) {
  const [name, setName] = useState(profile.name);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);

  async function rename(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    if (name.trim() === '') {
      setError(profilesMessages.nameMissing);
      return;
    }
    setPending(true);
    try {
      await requestRename(profile.id, name, profile.version);
    } catch (failure) {
      // What was typed stays; beside it stands the name that somebody else has given it.
      if (failure instanceof RequestRefused && failure.status === 409) onDone();
      const text = refusalText(failure);
      if (text === null) tellFailure(failure, profilesMessages.renameFailed);
      else setError(text);
      setPending(false);
      return;
    }
    close();
    toastSuccess('Profile renamed');
    onDone();
  }

  return (
    <form noValidate onSubmit={(event) => void rename(event)} className="space-y-5">
      <Field
        label="Name"
        name="name"
        value={name}
        maxLength={NAME_MOST}
        autoComplete="off"
        hint={name === profile.name ? undefined : `Its name now: ${profile.name}`}
        errors={error === undefined ? undefined : [error]}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" pending={pending}>
          Rename
        </Button>
      </div>
    </form>
  );
}
