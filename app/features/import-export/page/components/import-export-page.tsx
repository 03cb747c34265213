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
          Get everything in one ZIP file: conversations with all their branches and files, brand
          profiles, prompts, saved content, images, videos, and LoRAs. Open it on any computer, or
          import it into another account.
        </p>
        <p>
          It also lists your token use, subscription, share links, and sessions. Those are never
          imported. To export a single conversation, use its menu in Chat.
        </p>
      </div>
      <ArchiveState exports={exports} />
    </div>
  );
}
