import { showFailure } from '~/features/accounts';
import { client, refusalText } from '~/http/client';
import { ImageFile } from '~/ui/forms/image-file';

import type { ProfilesApi } from '../../profiles/routes/profiles';
import { lookTexts } from '../../texts';
import type { BrandLook } from '../look';
import { BrandAvatar } from './brand-avatar';

const api = client<ProfilesApi>();
const ADDRESS = '/api/profiles/:id/logo';

const TEXTS = {
  file: 'Logo file',
  choose: 'Choose a logo',
  replace: 'Replace logo',
  remove: 'Remove logo',
  changed: lookTexts.logoChanged,
  removed: lookTexts.logoRemoved,
  tooLarge: lookTexts.logoTooLarge,
};

interface LogoFieldProps {
  profileId: string;
  name: string;
  look: BrandLook;
  onChanged: () => void;
}

/** The brand's logo: chosen, replaced, or removed at once. */
export function LogoField({ profileId, name, look, onChanged }: LogoFieldProps) {
  const hasLogo = look.logoUrl !== null;
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
        <ImageFile
          hasImage={hasLogo}
          texts={TEXTS}
          upload={(file) => uploadLogo(profileId, file, file.name)}
          remove={() => api.del(ADDRESS, { params: { id: profileId } })}
          onChanged={onChanged}
          onFailed={(error) => showFailure(error, refusalText(error, lookTexts.logoFailed))}
        />
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
