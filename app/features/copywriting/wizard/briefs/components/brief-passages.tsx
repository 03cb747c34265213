import { SentPassages } from '~/features/brand';

import { nameOfVariant } from '../../variants/variant';
import type { BriefView } from '../brief';

/** The passages of the brand's documents that the variants of a brief were written from, word for word. */
export function BriefPassages({ brief: { kind, results } }: { brief: BriefView }) {
  const named = new Map(results.map((variant) => [variant.id, nameOfVariant(kind, variant)]));
  return (
    <div className="mt-5 empty:hidden">
      <SentPassages
        ids={[...named.keys()]}
        heading={(ids, isOnly) => (
          <h2 className="mb-2 font-medium">
            Passages from your documents that the AI received
            {!isOnly && `: ${ids.map((id) => named.get(id)).join(', ')}`}
          </h2>
        )}
      />
    </div>
  );
}
