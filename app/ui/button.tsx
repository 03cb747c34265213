import { forwardRef, type ButtonHTMLAttributes } from 'react';

import { SpinnerIcon } from './feedback/progress';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'lg' | 'md' | 'sm' | 'icon';

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'bg-accent text-on-accent shadow-raised hover:bg-accent-hover aria-disabled:hover:bg-accent',
  secondary:
    'border border-border-strong/60 bg-raised hover:border-border-strong hover:bg-hover aria-disabled:hover:bg-raised',
  ghost: 'text-muted hover:bg-hover hover:text-text aria-disabled:hover:bg-transparent',
  danger:
    'bg-danger text-on-danger shadow-raised hover:bg-danger-hover aria-disabled:hover:bg-danger',
};

const SIZES: Record<ButtonSize, string> = {
  lg: 'h-12 gap-2 px-6 text-base',
  md: 'h-10 gap-2 px-4 text-sm touch:h-11',
  sm: 'h-8 gap-1.5 px-3 text-sm touch:h-11',
  icon: 'size-9 touch:size-11',
};

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** The look of a button, for a link that acts as one. */
export function buttonClass({ variant = 'primary', size = 'md' }: Look = {}): string {
  return `relative inline-flex shrink-0 select-none items-center justify-center rounded-md font-medium whitespace-nowrap transition-colors disabled:opacity-50 aria-disabled:cursor-default ${VARIANTS[variant]} ${SIZES[size]}`;
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** Shows a spinner over the label and ignores clicks, but keeps its focus, width, and name. */
  pending?: boolean;
}

/** A button; `type` defaults to `button`. With `size="icon"` it needs an `aria-label`. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, pending = false, className = '', type = 'button', onClick, children, ...props },
  ref,
) {
  return (
    <button
      {...props}
      ref={ref}
      type={type}
      aria-busy={pending || undefined}
      // Not `disabled`: the button would lose focus when it's pressed.
      aria-disabled={pending || props['aria-disabled'] || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      className={`${buttonClass({ variant, size })} ${className}`}
    >
      {pending ? (
        <>
          <span className="absolute inset-0 grid place-items-center">
            <SpinnerIcon />
          </span>
          <span className="contents opacity-0 [&>*]:opacity-0">
            <span className="inline-flex min-w-0 items-center gap-[inherit]">{children}</span>
          </span>
        </>
      ) : (
        children
      )}
    </button>
  );
});
