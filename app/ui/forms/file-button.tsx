import { FileUp } from 'lucide-react';
import { useRef } from 'react';

import { Button, type ButtonProps } from '~/ui/button';

interface FileButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  /** On the button. */
  label: string;
  /** What the file is, for assistive technology. */
  name: string;
  accept: string;
  disabled?: boolean;
  onChoose: (file: File) => void;
}

/** A button that lets a person choose one file. */
export function FileButton(props: FileButtonProps) {
  const { label, name, accept, disabled = false, onChoose, variant = 'secondary', ...look } = props;
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant={variant}
        aria-disabled={disabled || undefined}
        onClick={() => !disabled && field.current?.click()}
        {...look}
      >
        <FileUp className="size-4" aria-hidden="true" />
        {label}
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        accept={accept}
        aria-label={name}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again.
          target.value = '';
          if (file) onChoose(file);
        }}
      />
    </>
  );
}
