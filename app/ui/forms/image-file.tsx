import { useRef, useState } from 'react';

import { Button } from '../button';
import { toastError, toastSuccess } from '../feedback/toast';

const MAX_BYTES = 20 * 1024 * 1024;

interface ImageFileProps {
  hasImage: boolean;
  texts: {
    /** The name of the file field. */
    file: string;
    choose: string;
    replace: string;
    remove: string;
    changed: string;
    removed: string;
    tooLarge: (fileName: string) => string;
  };
  upload: (file: File) => Promise<unknown>;
  remove: () => Promise<unknown>;
  onChanged: () => void;
  onFailed: (error: unknown) => void;
}

/** The buttons that choose, replace, or remove one image of up to 20 MB, at once. */
export function ImageFile({
  hasImage,
  texts,
  upload,
  remove,
  onChanged,
  onFailed,
}: ImageFileProps) {
  const [pending, setPending] = useState<'change' | 'remove' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);

  async function change(kind: 'change' | 'remove', work: () => Promise<unknown>): Promise<void> {
    if (pending !== null) return;
    setPending(kind);
    try {
      await work();
      toastSuccess(kind === 'change' ? texts.changed : texts.removed);
      // The button that removes it is about to disappear.
      if (kind === 'remove') choose.current?.focus();
      onChanged();
    } catch (error) {
      onFailed(error);
    } finally {
      setPending(null);
    }
  }

  return (
    <div className="flex flex-wrap gap-2">
      <input
        ref={field}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label={texts.file}
        onChange={({ target }) => {
          const [picked] = target.files ?? [];
          // Allows picking the same file again.
          target.value = '';
          if (!picked) return;
          if (picked.size > MAX_BYTES) toastError(texts.tooLarge(picked.name));
          else void change('change', () => upload(picked));
        }}
      />
      <Button
        ref={choose}
        variant="secondary"
        pending={pending === 'change'}
        onClick={() => field.current?.click()}
      >
        {hasImage ? texts.replace : texts.choose}
      </Button>
      {hasImage && (
        <Button
          variant="ghost"
          pending={pending === 'remove'}
          onClick={() => void change('remove', remove)}
        >
          {texts.remove}
        </Button>
      )}
    </div>
  );
}
