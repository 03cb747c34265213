import { useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client, refusalText, RequestRefused } from '~/http/client';
import { Button, buttonClass } from '~/ui/button';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { Dialog } from '~/ui/overlays/dialog';
import { Menu } from '~/ui/overlays/menu';
import { RenameDialog } from '~/ui/overlays/rename-dialog';
import { Ellipsis } from '~/ui/display/shared-icons';
import { toastSuccess } from '~/ui/feedback/toast';

import { MAX_NAME } from '../../components/component';
import { profilesTexts } from '../../texts';
import { type Deletion, deletionText } from '../profile';
import type { ProfilesApi } from '../routes/profiles';

const api = client<ProfilesApi>();

interface ProfileActionsProps {
  profile: { id: string; name: string; version: number };
  /** The profile was renamed, or was found to differ from what is shown. */
  onChanged: () => void;
  onDuplicated: (id: string) => void;
  onDeleted: () => void;
}

/** The menu and dialogs for a whole profile. */
export function ProfileActions({
  profile,
  onChanged,
  onDuplicated,
  onDeleted,
}: ProfileActionsProps) {
  const [openDialog, setOpenDialog] = useState<'rename' | 'duplicate' | 'delete' | null>(null);
  const dialog = (which: typeof openDialog) => ({
    profile,
    open: openDialog === which,
    onOpenChange: (open: boolean) => setOpenDialog(open ? which : null),
  });
  return (
    <>
      <Menu
        label={`Actions for ${profile.name}`}
        className={buttonClass({ variant: 'ghost', size: 'icon' })}
        entries={[
          {
            kind: 'action',
            label: 'Rename',
            icon: 'pencil',
            onSelect: () => setOpenDialog('rename'),
          },
          {
            kind: 'action',
            label: 'Duplicate',
            icon: 'copy',
            onSelect: () => setOpenDialog('duplicate'),
          },
          { kind: 'separator' },
          {
            kind: 'action',
            label: 'Delete',
            icon: 'trash-2',
            danger: true,
            onSelect: () => setOpenDialog('delete'),
          },
        ]}
      >
        <Ellipsis className="size-4" aria-hidden="true" />
      </Menu>
      <RenameProfile {...dialog('rename')} onDone={onChanged} />
      <DuplicateProfile {...dialog('duplicate')} onDone={onDuplicated} />
      <DeleteProfile {...dialog('delete')} onDone={onDeleted} />
    </>
  );
}

interface ProfileDialogProps {
  profile: { id: string; name: string; version: number };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function RenameProfile({
  profile,
  open,
  onOpenChange,
  onDone,
}: ProfileDialogProps & { onDone: () => void }) {
  return (
    <RenameDialog
      title="Rename profile"
      name={profile.name}
      most={MAX_NAME}
      missing={profilesTexts.nameMissing}
      open={open}
      onOpenChange={onOpenChange}
      rename={async (name) => {
        try {
          await api.patch('/api/profiles/:id', {
            params: { id: profile.id },
            body: { name, version: profile.version },
          });
        } catch (failure) {
          // The typed name stays in the field; the dialog's profile updates to the name that someone else chose.
          if (failure instanceof RequestRefused && failure.status === 409) onDone();
          const problem = refusalText(failure, '');
          if (problem === '') showFailure(failure, profilesTexts.renameFailed);
          return { done: false, problem: problem || undefined };
        }
        toastSuccess('Profile renamed');
        onDone();
        return { done: true };
      }}
    />
  );
}

const WAYS = [
  {
    value: 'copy',
    label: 'Copy everything',
    text: 'The new profile gets its own texts. Changes in one don’t affect the other.',
  },
  {
    value: 'share',
    label: 'Share the same texts',
    text: 'Changes in one show up in the other. You can separate any step later.',
  },
] as const;

function DuplicateProfile({
  profile,
  open,
  onOpenChange,
  onDone,
}: ProfileDialogProps & { onDone: (id: string) => void }) {
  const [way, setWay] = useState<'copy' | 'share'>('copy');
  const [pending, setPending] = useState(false);

  async function duplicate() {
    setPending(true);
    try {
      const { id } = await api.post('/api/profiles/:id/duplicate', {
        params: { id: profile.id },
        body: { components: way },
      });
      onOpenChange(false);
      toastSuccess('Profile duplicated');
      onDone(id);
    } catch (error) {
      showFailure(error, refusalText(error, profilesTexts.duplicateFailed));
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Duplicate “${profile.name}”`}
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button pending={pending} onClick={() => void duplicate()}>
            Duplicate
          </Button>
        </>
      }
    >
      <fieldset className="space-y-2">
        <legend className="sr-only">What the new profile gets</legend>
        {WAYS.map(({ value, label, text }) => (
          <label
            key={value}
            className="grid grid-cols-[auto_1fr] gap-x-3 rounded-lg border px-4 py-3 text-sm hover:bg-hover has-checked:border-border-strong has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="components"
              value={value}
              checked={way === value}
              onChange={() => setWay(value)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="font-medium">{label}</span>
            <span className="col-start-2 mt-0.5 text-muted">{text}</span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}

/** Opens its question once the consequences of deleting are known. */
function DeleteProfile({
  profile,
  open,
  onOpenChange,
  onDone,
}: ProfileDialogProps & { onDone: () => void }) {
  const [effects, setEffects] = useState<Deletion | null>(null);
  const [pending, setPending] = useState(false);

  function close() {
    setEffects(null);
    onOpenChange(false);
  }

  useEffect(() => {
    if (!open) return;
    let current = true;
    api.get('/api/profiles/:id/deletion', { params: { id: profile.id } }).then(
      (found) => current && setEffects(found),
      (error: unknown) => {
        if (!current) return;
        showFailure(error, refusalText(error, profilesTexts.deleteFailed));
        onOpenChange(false);
      },
    );
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- asked once for each opening
  }, [open, profile.id]);

  async function remove() {
    setPending(true);
    try {
      await api.del('/api/profiles/:id', { params: { id: profile.id } });
      close();
      toastSuccess('Profile deleted');
      onDone();
    } catch (error) {
      showFailure(error, refusalText(error, profilesTexts.deleteFailed));
    } finally {
      setPending(false);
    }
  }

  return (
    <ConfirmDialog
      open={open && effects !== null}
      onOpenChange={close}
      title={`Delete “${profile.name}”?`}
      text={effects ? deletionText(effects) : undefined}
      confirmLabel="Delete"
      danger
      pending={pending}
      onConfirm={() => void remove()}
    />
  );
}
