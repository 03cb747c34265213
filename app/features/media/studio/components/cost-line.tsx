import type { Estimated } from '~/features/billing';

import { costWords } from '../../cost-words';

/** What the next images are expected to cost, before they are asked for. */
export function CostLine({
  estimated: { estimate, failed },
  less,
}: {
  estimated: Estimated;
  less?: string;
}) {
  if (failed) {
    return (
      <p role="status" className="text-xs text-muted">
        What this costs could not be found out just now.
      </p>
    );
  }
  if (estimate === null) return <p className="text-xs text-muted">&nbsp;</p>;
  const { text, short } = costWords(estimate, less);
  return (
    <p role="status" className={`text-xs text-pretty ${short ? 'text-danger' : 'text-muted'}`}>
      {text}
    </p>
  );
}
