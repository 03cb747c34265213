import { GalleryThumbnails, ImagePlus, Upload } from 'lucide-react';
import { useRef, useState } from 'react';

import { Button } from '~/ui/button';
import { useLoadOnUse } from '~/ui/load-on-use';
import { X } from '~/ui/display/shared-icons';
import { SpinnerIcon } from '~/ui/feedback/progress';

import type { Reference } from '../form';
import type { ReferenceUpload } from '../use-reference';

const loadPicker = () => import('./reference-picker');

/** The texts of the field, by what the image is for. */
export interface ReferenceTexts {
  legend: string;
  hint: string;
  taken: string;
  remove: string;
  file: string;
  choose: string;
  purpose: string;
}

const REFERENCE: ReferenceTexts = {
  legend: 'Reference image',
  hint: 'Optional: an image to build on. Drop or paste one anywhere.',
  taken: 'Your prompt builds on this image.',
  remove: 'Remove reference image',
  file: 'Reference image file',
  choose: 'Choose a reference image',
  purpose: 'Your next images will build on it.',
};

interface ReferenceFieldProps {
  texts?: ReferenceTexts;
  reference: Reference | null;
  upload: ReferenceUpload;
  onChange: (reference: Reference | null) => void;
}

/** A reference from the gallery or from the person's device. */
export function ReferenceField({
  texts = REFERENCE,
  reference,
  upload,
  onChange,
}: ReferenceFieldProps) {
  const file = useRef<HTMLInputElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [picking, setPicking] = useState(false);
  const picker = useLoadOnUse(loadPicker, picking, () => setPicking(false));
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{texts.legend}</legend>
      {reference === null ? (
        <div className="rounded-lg border border-dashed border-border-strong/60 p-3">
          {upload.uploading ? (
            <p role="status" className="flex h-8 items-center gap-2 text-sm text-muted">
              <SpinnerIcon /> Uploading…
            </p>
          ) : (
            <div className="flex flex-wrap gap-2">
              <Button
                ref={add}
                variant="secondary"
                size="sm"
                aria-haspopup="dialog"
                onClick={() => setPicking(true)}
              >
                <GalleryThumbnails className="size-4" aria-hidden="true" />
                From your images
              </Button>
              <Button variant="secondary" size="sm" onClick={() => file.current?.click()}>
                <Upload className="size-4" aria-hidden="true" />
                Upload
              </Button>
            </div>
          )}
          <p className="mt-2 text-xs text-muted">{texts.hint}</p>
        </div>
      ) : (
        <div className="flex items-center gap-3 rounded-lg border bg-raised p-2 pr-1">
          <ReferenceImage key={reference.id} reference={reference} />
          <p className="min-w-0 flex-1 text-sm">{texts.taken}</p>
          <Button
            variant="ghost"
            size="icon"
            aria-label={texts.remove}
            onClick={() => {
              onChange(null);
              requestAnimationFrame(() => add.current?.focus());
            }}
          >
            <X className="size-4" aria-hidden="true" />
          </Button>
        </div>
      )}
      <input
        ref={file}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={texts.file}
        onChange={(event) => {
          const [picked] = event.target.files ?? [];
          if (picked) upload.upload(picked);
          event.target.value = '';
        }}
      />
      {picker !== undefined && (
        <picker.ReferencePicker
          open={picking}
          title={texts.choose}
          description={texts.purpose}
          onOpenChange={setPicking}
          onPick={(picked) => {
            setPicking(false);
            onChange(picked);
          }}
        />
      )}
    </fieldset>
  );
}

function ReferenceImage({ reference }: { reference: Reference }) {
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <span className="grid size-16 shrink-0 place-items-center rounded-md bg-sunken">
        <ImagePlus className="size-5 text-muted" aria-hidden="true" />
      </span>
    );
  }
  return (
    <img
      src={reference.thumbUrl}
      alt="Reference"
      onError={() => setFailed(true)}
      className="size-16 shrink-0 rounded-md object-cover"
    />
  );
}
