import { client, refusalText, requestResponse } from '~/http/client';
import { ImageFile } from '~/ui/forms/image-file';
import { Portrait } from '~/ui/portrait';
import { useReload } from '~/ui/use-reload';

import { showFailure } from '../../sessions/session-end';
import type { AccountApi } from '../../settings/routes/account';
import { accountTexts } from '../../settings/texts';

const api = client<AccountApi>();
const ADDRESS = '/api/account/picture';

const TEXTS = {
  file: 'Photo file',
  choose: 'Choose a photo',
  replace: 'Choose another photo',
  remove: 'Remove photo',
  changed: accountTexts.photoChanged,
  removed: accountTexts.photoRemoved,
  tooLarge: accountTexts.imageTooLarge,
};

export interface PhotoFormProps {
  /** Null if there is none. */
  photoUrl: string | null;
  initials: string;
}

/** The person's photo, as the user menu shows it. */
export function PhotoForm({ photoUrl, initials }: PhotoFormProps) {
  const reload = useReload();
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
        <ImageFile
          hasImage={photoUrl !== null}
          texts={TEXTS}
          upload={uploadPhoto}
          remove={() => api.del(ADDRESS)}
          onChanged={reload}
          onFailed={(error) => showFailure(error, refusalText(error, accountTexts.photoFailed))}
        />
      </div>
    </div>
  );
}

function uploadPhoto(file: File): Promise<unknown> {
  const headers = {
    'Content-Type': 'application/octet-stream',
    'X-File-Name': encodeURIComponent(file.name.toWellFormed()),
  };
  return requestResponse(ADDRESS, { method: 'POST', headers, body: file });
}
