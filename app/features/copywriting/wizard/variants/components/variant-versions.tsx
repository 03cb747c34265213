import { Button } from '~/ui/button';
import { ChevronLeft, ChevronRight } from '~/ui/shared-icons';

import type { VariantView } from '../../briefs/brief';

/** The way between the texts that were written at one place; nothing where there is one. */
export function VariantVersions({
  variant: { id, versions },
  name,
  onChoose,
}: {
  variant: VariantView;
  name: string;
  onChoose: (id: string) => Promise<void>;
}) {
  if (versions.length < 2) return null;
  const at = versions.indexOf(id);
  const steps = [
    { to: versions[at - 1], label: `Earlier text of ${name}`, Icon: ChevronLeft },
    { to: versions[at + 1], label: `Later text of ${name}`, Icon: ChevronRight },
  ];
  const [earlier, later] = steps.map(({ to, label, Icon }) => (
    <Button
      key={label}
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      // Not `disabled`, which would drop the focus.
      aria-disabled={to === undefined}
      onClick={to === undefined ? undefined : () => void onChoose(to)}
      className="aria-disabled:opacity-40"
    >
      <Icon className="size-4" aria-hidden="true" />
    </Button>
  ));
  return (
    <span className="flex items-center text-xs text-muted tabular-nums">
      {earlier}
      <span aria-label={`Text ${at + 1} of ${versions.length}`} role="img">
        {at + 1}/{versions.length}
      </span>
      {later}
    </span>
  );
}
