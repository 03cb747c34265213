import { useState } from 'react';

import { Button } from '~/ui/button';

/** Calls something off that goes on; waits until that is done. */
export function CancelButton({
  label = 'Cancel',
  onCancel,
}: {
  label?: string;
  onCancel: () => Promise<boolean>;
}) {
  const [pending, setPending] = useState(false);
  return (
    <Button
      variant="ghost"
      size="sm"
      pending={pending}
      onClick={() => {
        setPending(true);
        void onCancel().finally(() => setPending(false));
      }}
    >
      {label}
    </Button>
  );
}
