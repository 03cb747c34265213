import type { ReactNode } from 'react';

import { ExportPart } from '../exports/components/export-part';
import { ImportPart } from '../imports/components/import-part';

/** Bringing conversations in, and taking everything out. */
export function TransferPage() {
  return (
    <div className="space-y-12">
      <Part title="Import">
        <ImportPart />
      </Part>
      <Part title="Export">
        <ExportPart />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 font-display text-xl font-semibold tracking-tight">{title}</h2>
      {children}
    </section>
  );
}
