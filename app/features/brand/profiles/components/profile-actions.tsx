import { useState } from 'react';

import { Menu } from '~/ui/overlays/menu';
import { buttonClass } from '~/ui/button';
import { Ellipsis } from '~/ui/shared-icons';

import { DeleteProfile } from './delete-profile';
import { DuplicateProfile } from './duplicate-profile';
import { RenameProfile } from './rename-profile';

export interface ProfileActionsProps {
  profile: { id: string; name: string; version: number };
  /** It was renamed, or turned out to be another than is shown. */
  onChanged: () => void;
  onDuplicated: (id: string) => void;
  onDeleted: () => void;
}

/** What can be done to a profile as a whole. */
export function ProfileActions({
  profile,
  onChanged,
  onDuplicated,
  onDeleted,
}: ProfileActionsProps) {
  const [asking, setAsking] = useState<'rename' | 'duplicate' | 'delete' | null>(null);
  const dialog = (which: typeof asking) => ({
    profile,
    open: asking === which,
    onOpenChange: (open: boolean) => setAsking(open ? which : null),
  });
  return (
    <>
      <Menu
        label={`Actions for ${profile.name}`}
        className={buttonClass({ variant: 'ghost', size: 'icon' })}
        entries={[
          { kind: 'action', label: 'Rename', icon: 'pencil', onSelect: () => setAsking('rename') },
          {
            kind: 'action',
            label: 'Duplicate',
            icon: 'copy',
            onSelect: () => setAsking('duplicate'),
          },
          { kind: 'separator' },
          {
            kind: 'action',
            label: 'Delete',
            icon: 'trash-2',
            danger: true,
            onSelect: () => setAsking('delete'),
          },
        ]}
      >
        <Ellipsis className="size-4" aria-hidden="true" />
      </Menu>
      <RenameProfile {...dialog('rename')} onDone={onChanged} />
      <DuplicateProfile {...dialog('duplicate')} onDone={onDuplicated} />
      <DeleteProfile {...dialog('delete')} onDone={onDeleted} />
    </>
  );
}
