import { AppError } from '~/lib/errors';

import type { IncomingSource, UploadedFile } from './incoming';

/** Opens what was uploaded. @throws AppError `invalid` with a sentence on what to upload */
export function openSource(files: readonly UploadedFile[]): Promise<IncomingSource> {
  return Promise.reject(
    new AppError('invalid', `${files[0]?.name ?? 'This file'} is not an export that can be read.`),
  );
}
