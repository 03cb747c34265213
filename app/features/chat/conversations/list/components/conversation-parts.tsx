import { Menu } from '~/ui/overlays/menu';
import { Folder, Ellipsis } from '~/ui/shared-icons';

import type { ConversationFolder, ConversationGroup } from '../../conversation';
import { groupIn, type Listed } from '../conversation-list';
import { chatTexts } from '../../../texts';
import { CollapsibleGroup } from './collapsible-group';
import { ConversationGroupList, type RowContext } from './conversation-group-list';

interface ConversationPartsProps {
  listed: Listed;
  /** Those that are shown. */
  folders: ConversationFolder[];
  isOpen: (name: ConversationGroup) => boolean;
  onToggle: (name: ConversationGroup) => void;
  onRename: (folder: ConversationFolder) => void;
  onDelete: (folder: ConversationFolder) => void;
  rows: RowContext;
  onMore: (name: ConversationGroup) => void;
}

/** The parts of the list: pinned, folders, imports, and the others. */
export function ConversationParts({
  listed,
  folders,
  isOpen,
  onToggle,
  onRename,
  onDelete,
  rows,
  onMore,
}: ConversationPartsProps) {
  const part = (name: ConversationGroup) => ({ name, group: groupIn(listed, name), rows, onMore });
  const closable = (name: ConversationGroup) => ({
    ...part(name),
    open: isOpen(name),
    onToggle: () => onToggle(name),
  });
  const pinned = part('pinned');
  const imports = closable('imports');
  const hasImports = (imports.group.count ?? 0) > 0;
  return (
    <>
      {pinned.group.items.length > 0 && (
        <section aria-labelledby="pinned-heading">
          <h2 id="pinned-heading" className="px-3 pb-1 text-sm font-medium text-muted">
            {chatTexts.pinned}
          </h2>
          <ConversationGroupList {...pinned} />
        </section>
      )}
      {(folders.length > 0 || hasImports) && (
        <div className="space-y-1">
          {folders.map((folder) => (
            <CollapsibleGroup
              key={folder.id}
              label={folder.name}
              icon={<Folder className="size-4 shrink-0" aria-hidden="true" />}
              empty={chatTexts.emptyFolder}
              menu={<FolderMenu folder={folder} onRename={onRename} onDelete={onDelete} />}
              {...closable(`folder:${folder.id}`)}
            />
          ))}
          {hasImports && <CollapsibleGroup label={chatTexts.imports} {...imports} />}
        </div>
      )}
      <ConversationGroupList {...part('others')} />
    </>
  );
}

function FolderMenu({
  folder,
  onRename,
  onDelete,
}: Pick<ConversationPartsProps, 'onRename' | 'onDelete'> & { folder: ConversationFolder }) {
  return (
    <Menu
      label={`Actions for folder ${folder.name}`}
      className="grid size-8 place-items-center rounded-md text-muted hover:bg-hover hover:text-text touch:size-11"
      entries={[
        {
          kind: 'action',
          label: 'Rename folder',
          icon: 'pencil',
          onSelect: () => onRename(folder),
        },
        {
          kind: 'action',
          label: 'Delete folder',
          icon: 'trash-2',
          danger: true,
          onSelect: () => onDelete(folder),
        },
      ]}
    >
      <Ellipsis className="size-4" aria-hidden="true" />
    </Menu>
  );
}
