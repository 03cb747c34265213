import { formatCount } from '~/lib/format';
import { PopoverWindow, type PopoverWindowProps } from '~/ui/overlays/popover-window';

interface TokenDetailsProps extends Pick<PopoverWindowProps, 'button' | 'open' | 'onOpenChange'> {
  used: number;
  by: string;
  model?: string;
  left: number;
}

/** The numbers behind a token ring. Loaded when one is first opened. */
export function TokenDetails({ used, by, model, left, ...popover }: TokenDetailsProps) {
  return (
    <PopoverWindow label="Tokens" {...popover} className="w-60 p-4 text-sm">
      <p className="font-medium tabular-nums">{formatCount(used, 'token')}</p>
      <p className="mt-0.5 text-muted">
        used by {by}
        {model !== undefined && ` (${model})`}
      </p>
      <p className="mt-3 border-t pt-3 text-muted tabular-nums">
        You have {formatCount(left, 'token')} left.
      </p>
    </PopoverWindow>
  );
}
