import { useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client, refusalText } from '~/http/client';
import { Button } from '~/ui/button';
import { toastError, toastSuccess } from '~/ui/feedback/toast';

import type { ProfilesApi } from '../../profiles/routes/profiles';
import { lookTexts } from '../../texts';
import type { BrandLook } from '../look';
import { BrandAvatar } from './brand-avatar';

const api = client<ProfilesApi>();
const MAX_BYTES = 20 * 1024 * 1024;
const ADDRESS = '/api/profiles/:id/logo';

interface LogoFieldProps {
  profileId: string;
  name: string;
  look: BrandLook;
  onChanged: () => void;
}

/** The brand's logo: chosen, replaced, or removed at once. */
export function LogoField({ profileId, name, look, onChanged }: LogoFieldProps) {
  const [pending, setPending] = useState<'change' | 'remove' | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const hasLogo = look.logoUrl !== null;

  async function change(kind: 'change' | 'remove', work: () => Promise<unknown>): Promise<void> {
    if (pending !== null) return;
    setPending(kind);
    try {
      await work();
      toastSuccess(kind === 'change' ? lookTexts.logoChanged : lookTexts.logoRemoved);
      // The button that removes the logo is about to disappear.
      if (kind === 'remove') choose.current?.focus();
      onChanged();
    } catch (error) {
      showFailure(error, refusalText(error, lookTexts.logoFailed));
    } finally {
      setPending(null);
    }
  }

  function upload(picked: File): void {
    if (picked.size > MAX_BYTES) {
      toastError(lookTexts.logoTooLarge(picked.name));
      return;
    }
    void change('change', () => uploadLogo(profileId, picked, picked.name));
  }

  return (
    <div role="group" aria-labelledby="logo-label" className="flex flex-wrap items-center gap-5">
      <BrandAvatar
        name={name}
        look={look}
        className={`h-24 rounded-xl border font-display text-3xl! ${hasLogo ? 'w-36' : 'w-24'}`}
      />
      <div className="min-w-0 flex-1 basis-56 space-y-3">
        <div>
          <h3 id="logo-label" className="font-medium">
            Logo
          </h3>
          <p className="mt-0.5 text-sm text-pretty text-muted">
            A PNG, JPEG, WebP, or GIF of up to 20 MB. It sits on your background color, so a
            transparent one looks best.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <input
            ref={file}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/webp,image/gif"
            aria-label="Logo file"
            onChange={({ target }) => {
              const [picked] = target.files ?? [];
              if (picked) upload(picked);
              // Allows picking the same file again.
              target.value = '';
            }}
          />
          <Button
            ref={choose}
            variant="secondary"
            pending={pending === 'change'}
            onClick={() => file.current?.click()}
          >
            {hasLogo ? 'Replace logo' : 'Choose a logo'}
          </Button>
          {hasLogo && (
            <Button
              variant="ghost"
              pending={pending === 'remove'}
              onClick={() =>
                void change('remove', () => api.del(ADDRESS, { params: { id: profileId } }))
              }
            >
              Remove logo
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

export function uploadLogo(profileId: string, bytes: Blob, name: string): Promise<unknown> {
  return api.post(ADDRESS, {
    params: { id: profileId },
    bytes,
    headers: { 'X-File-Name': encodeURIComponent(name.toWellFormed()) },
  });
}
