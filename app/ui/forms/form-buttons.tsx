import { Button } from '~/ui/button';

interface FormButtonsProps {
  /** On the button that sends the form. */
  label: string;
  pending: boolean;
  /** It can't be sent yet, for a reason that is on the screen. */
  disabled?: boolean;
  onCancel: () => void;
}

/** The end of a form in a window: Cancel, and the button that sends it. */
export function FormButtons({ label, pending, disabled, onCancel }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" pending={pending} aria-disabled={disabled || undefined}>
        {label}
      </Button>
    </div>
  );
}
