import { useRef, useState } from 'react';

import { Button } from '~/ui/button';
import { Portrait } from '~/ui/portrait';
import { toastError, toastSuccess } from '~/ui/feedback/toast';
import { useReload } from '~/ui/use-reload';
import { client, refusalText, requestResponse } from '~/http/client';

import { showFailure } from '../../sessions/session-end';
import type { AccountApi } from '../../settings/routes/account';
import { accountTexts } from '../../settings/texts';

const api = client<AccountApi>();
const ADDRESS = '/api/account/picture';
const MAX_BYTES = 20 * 1024 * 1024;

export interface PhotoFormProps {
  /** Null if there is none. */
  photoUrl: string | null;
  initials: string;
}

/** The person's photo, as the user menu shows it. */
export function PhotoForm({ photoUrl, initials }: PhotoFormProps) {
  const [pending, setPending] = useState<'change' | 'remove' | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const reload = useReload();

  async function change(kind: 'change' | 'remove', work: () => Promise<unknown>): Promise<void> {
    if (pending !== null) return;
    setPending(kind);
    try {
      await work();
      toastSuccess(kind === 'change' ? accountTexts.photoChanged : accountTexts.photoRemoved);
      // The button that removes the photo is about to disappear.
      if (kind === 'remove') choose.current?.focus();
      reload();
    } catch (error) {
      showFailure(error, refusalText(error, accountTexts.photoFailed));
    } finally {
      setPending(null);
    }
  }

  function upload(picked: File): void {
    if (picked.size > MAX_BYTES) {
      toastError(accountTexts.imageTooLarge(picked.name));
      return;
    }
    const headers = {
      'Content-Type': 'application/octet-stream',
      'X-File-Name': encodeURIComponent(picked.name.toWellFormed()),
    };
    void change('change', () =>
      requestResponse(ADDRESS, { method: 'POST', headers, body: picked }),
    );
  }

  return (
    <div className="flex flex-wrap items-center gap-5">
      <Portrait
        src={photoUrl}
        initials={initials}
        className="size-20 border bg-raised font-display text-2xl font-semibold tracking-wide text-muted"
      />
      <div className="min-w-0 flex-1 basis-56 space-y-3">
        <p className="text-sm text-muted text-pretty">
          A PNG, JPEG, WebP, or GIF of up to 20 MB. We’ll crop it to a square.
        </p>
        <div className="flex flex-wrap gap-2">
          <input
            ref={file}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/webp,image/gif"
            aria-label="Photo file"
            onChange={(event) => {
              const [picked] = event.target.files ?? [];
              if (picked) upload(picked);
              // Allows picking the same file again.
              event.target.value = '';
            }}
          />
          <Button
            ref={choose}
            variant="secondary"
            pending={pending === 'change'}
            onClick={() => file.current?.click()}
          >
            {photoUrl === null ? 'Choose a photo' : 'Choose another photo'}
          </Button>
          {photoUrl !== null && (
            <Button
              variant="ghost"
              pending={pending === 'remove'}
              onClick={() => void change('remove', () => api.del(ADDRESS))}
            >
              Remove photo
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
