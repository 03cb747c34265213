import { Link } from '@remix-run/react';
import { Trash2 } from 'lucide-react';

import { Banner } from '~/ui/display/banner';
import { Button, buttonClass } from '~/ui/button';

import type { DeletionView } from '../deletion';
import { accountTexts } from '../../settings/texts';
import { useCancelDeletion } from '../use-cancel-deletion';

/** Says that the account will be deleted, and offers to cancel that. */
export function DeletionNotice({ deletion }: { deletion: DeletionView }) {
  const { pending, cancel } = useCancelDeletion();
  return (
    <Banner
      label="Account deletion"
      icon={Trash2}
      action={
        <span className="flex flex-wrap gap-2">
          <Link
            to="/settings?tab=importexport"
            className={buttonClass({ variant: 'ghost', size: 'sm' })}
          >
            Export my data
          </Link>
          <Button variant="secondary" size="sm" pending={pending} onClick={cancel}>
            Cancel deletion
          </Button>
        </span>
      }
    >
      {accountTexts.banner(deletion.dueOn)}
    </Banner>
  );
}
