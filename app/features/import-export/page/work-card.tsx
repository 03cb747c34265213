import { ProgressBar } from '~/ui/progress-bar';

import type { ImportView } from './transfer';
import { count } from './words';
import { CancelButton } from './cancel-button';
import { Card } from './card';

/** The server reads an export, or writes what was chosen of it. */
export function WorkCard({
  view,
  onCancel,
}: {
  view: ImportView;
  onCancel: () => Promise<boolean>;
}) {
  const reading = view.state === 'reading';
  const done = view.result ? view.result.imported + view.result.updated : 0;
  return (
    <Card
      title={reading ? 'Looking at what is in it' : 'Importing'}
      action={<CancelButton onCancel={onCancel} />}
    >
      <div className="mt-3 space-y-2">
        <ProgressBar label={reading ? 'Reading' : 'Importing'} percent={view.progress} />
        <p className="text-sm text-muted text-pretty tabular-nums">
          {!reading && done > 0 && `${count(done, 'conversation')} so far. `}
          This goes on when you leave the page.
          {!reading && ' What is imported when you cancel stays.'}
        </p>
      </div>
    </Card>
  );
}
