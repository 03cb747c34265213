import { useEffect, useState } from 'react';

import { Button, type ButtonSize, type ButtonVariant } from '../button';
import { copyToClipboard } from './clipboard';
import { Check, Copy } from './shared-icons';
import { toastError, toastSuccess } from '../feedback/toast';

/** How long the copied indicator lasts (docs/product.md, Copying). */
const COPIED_MS = 2_000;

export interface CopyButtonProps {
  /** The accessible name; also visible, unless the size is `icon`. */
  label: string;
  /** Returns what to copy; called on click. */
  text: () => string | Promise<string>;
  copied: string;
  failed: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
}

/** Copies, confirms it with a toast, and shows a checkmark for two seconds. */
export function CopyButton({
  label,
  text,
  copied,
  failed,
  variant = 'ghost',
  size = 'icon',
  className,
}: CopyButtonProps) {
  const [done, setDone] = useState(0);
  useEffect(() => {
    if (done === 0) return;
    const timer = setTimeout(() => setDone(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [done]);

  function copy() {
    copyToClipboard(text()).then(
      () => {
        setDone((times) => times + 1);
        toastSuccess(copied);
      },
      () => toastError(failed),
    );
  }

  const Icon = done > 0 ? Check : Copy;
  return (
    <Button
      variant={variant}
      size={size}
      aria-label={size === 'icon' ? label : undefined}
      title={size === 'icon' ? label : undefined}
      data-copied={done > 0 || undefined}
      onClick={copy}
      className={className}
    >
      <Icon className={`size-4 ${done > 0 ? 'text-success' : ''}`} aria-hidden="true" />
      {size !== 'icon' && (done > 0 ? 'Copied' : label)}
    </Button>
  );
}
