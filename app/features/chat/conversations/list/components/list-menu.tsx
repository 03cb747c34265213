import { Settings2 } from 'lucide-react';

import { Menu } from '~/ui/overlays/menu';

interface ListMenuProps {
  archive: boolean;
  onArchive: (open: boolean) => void;
  onNewFolder: () => void;
  onSelect: () => void;
}

/** What can be done with the list as a whole. */
export function ListMenu({ archive, onArchive, onNewFolder, onSelect }: ListMenuProps) {
  return (
    <Menu
      label="List options"
      className="grid size-10 place-items-center rounded-md border border-border-strong/60 bg-raised text-muted transition-colors hover:border-border-strong hover:bg-hover hover:text-text touch:size-11"
      entries={[
        { kind: 'action', label: 'New folder…', icon: 'folder-plus', onSelect: onNewFolder },
        { kind: 'action', label: 'Select several', icon: 'list-checks', onSelect },
        { kind: 'separator' },
        archive
          ? {
              kind: 'action',
              label: 'All conversations',
              icon: 'messages-square',
              onSelect: () => onArchive(false),
            }
          : {
              kind: 'action',
              label: 'Archived',
              icon: 'archive',
              onSelect: () => onArchive(true),
            },
      ]}
    >
      <Settings2 className="size-4" aria-hidden="true" />
    </Menu>
  );
}
