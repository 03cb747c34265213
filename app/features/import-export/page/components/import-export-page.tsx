import type { ReactNode } from 'react';

import { ImportPart } from '../../imports/components/import-part';
import { ArchiveState } from '../../exports/components/archive-state';
import { useExports } from '../../exports/use-exports';

export function ImportExportPage() {
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

function ExportPart() {
  const exports = useExports();
  return (
    <div className="space-y-5">
      <div className="max-w-xl space-y-3 text-muted text-pretty">
        <p>
          One ZIP file with everything that is yours: conversations with all their branches and
          files, brand profiles, prompts, saved content, pictures, videos and LoRAs. It can be read
          as it is, and imported into another account above.
        </p>
        <p>
          Your ledger, subscription, share links and sessions are in it for reading; they are never
          imported. A single conversation is exported from its menu in the chat lab.
        </p>
      </div>
      <ArchiveState exports={exports} />
    </div>
  );
}
