import { useEffect, useSyncExternalStore } from 'react';

import { isUploading, subscribeToUploads, uploadOf } from './running-uploads';
import type { Upload, UploadStatus } from './upload';

const never = () => () => undefined;

/** The upload of this import in this tab, and how it stands. Closing the tab meanwhile asks first. */
export function useUpload(id: string): { upload: Upload; status: UploadStatus } | null {
  const upload = useSyncExternalStore(subscribeToUploads, () => uploadOf(id));
  const status = useSyncExternalStore(upload?.subscribe ?? never, () => upload?.status());
  useEffect(() => {
    if (upload === undefined) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (isUploading()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [upload]);
  return upload && status ? { upload, status } : null;
}
