import { useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client, refusalText } from '~/http/client';
import { Button } from '~/ui/button';
import { Dialog } from '~/ui/overlays/dialog';
import { toastSuccess } from '~/ui/feedback/toast';

import { profilesTexts } from '../../texts';
import type { ProfilesApi } from '../routes/profiles';
import type { ProfileDialogProps } from './rename-profile';

const api = client<ProfilesApi>();

const WAYS = [
  {
    value: 'copy',
    label: 'Copy everything',
    text: 'The new profile gets texts of its own. What you change in one stays as it is in the other.',
  },
  {
    value: 'share',
    label: 'Use the same texts in both',
    text: 'What you change in one changes in the other. You can make single steps its own later.',
  },
] as const;

export function DuplicateProfile({
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
