import { useNavigate } from '@remix-run/react';
import { useState } from 'react';

import { showFailure } from '~/features/accounts';
import { withoutCitations } from '~/features/brand';
import { Button, buttonClass } from '~/ui/button';
import { CopyButton } from '~/ui/display/copy-button';
import { Menu } from '~/ui/overlays/menu';
import { Download, Ellipsis, MessageCircle } from '~/ui/display/shared-icons';
import { toastSuccess } from '~/ui/feedback/toast';

import { MoveDialog } from '../../folders/move-dialog';
import { reasonOf, requestDuplicate } from '../../saved-requests';
import { libraryTexts } from '../../texts';
import { addressOf, type ContentFolder, type ContentItem, type DownloadFormat } from '../content';
import type { ContentEditor } from '../content-editor';
import { DeleteContent } from './delete-content';

interface ContentActionsProps {
  item: Pick<ContentItem, 'id' | 'title' | 'category' | 'folderId'>;
  folders: ContentFolder[];
  editor: ContentEditor;
  /** Opens a new conversation with this text ready to send. Rejects when that fails. */
  discuss: (text: string) => Promise<void>;
}

const FORMATS: { format: DownloadFormat; label: string }[] = [
  { format: 'markdown', label: 'Markdown' },
  { format: 'html', label: 'HTML' },
  { format: 'text', label: 'Plain text' },
];
const TOOL = buttonClass({ variant: 'ghost', size: 'icon' });

/** The actions for a content as a whole. */
export function ContentActions({ item, folders, editor, discuss }: ContentActionsProps) {
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const [moving, setMoving] = useState(false);
  const [opening, setOpening] = useState(false);

  async function openDiscussion() {
    setOpening(true);
    try {
      await discuss(editor.current().content);
    } catch (error) {
      showFailure(error, libraryTexts.discussFailed);
      setOpening(false);
    }
  }

  async function download(format: DownloadFormat) {
    // Flushed first, so that the file has what is on the screen.
    await editor.flush();
    const link = document.createElement('a');
    link.href = `/api/saved-content/${item.id}/download?as=${format}`;
    link.download = '';
    link.click();
  }

  async function duplicate() {
    try {
      await editor.flush();
      const copy = await requestDuplicate(item.id);
      toastSuccess(libraryTexts.duplicated);
      navigate(addressOf(copy));
    } catch (error) {
      const reason = reasonOf(error, libraryTexts.duplicateFailed);
      showFailure(error, reason);
    }
  }

  return (
    <div className="-mr-2 flex items-center gap-0.5">
      <Button
        variant="ghost"
        size="sm"
        pending={opening}
        onClick={() => void openDiscussion()}
        className="px-2.5"
      >
        <MessageCircle className="size-4" aria-hidden="true" />
        Discuss in chat
      </Button>
      <CopyButton
        label="Copy"
        text={() => withoutCitations(item.id, editor.current().content)}
        copied={libraryTexts.copied}
        failed={libraryTexts.copyFailed}
      />
      <Menu
        label="Download"
        className={TOOL}
        entries={FORMATS.map(({ format, label }) => ({
          kind: 'action',
          label,
          icon: 'file-text',
          onSelect: () => void download(format),
        }))}
      >
        <Download className="size-4" aria-hidden="true" />
      </Menu>
      <Menu
        label="More actions"
        className={TOOL}
        entries={[
          { kind: 'action', label: 'Duplicate', icon: 'copy', onSelect: () => void duplicate() },
          { kind: 'action', label: 'Move', icon: 'folder-input', onSelect: () => setMoving(true) },
          { kind: 'separator' },
          {
            kind: 'action',
            label: 'Delete',
            icon: 'trash-2',
            danger: true,
            onSelect: () => setDeleting(true),
          },
        ]}
      >
        <Ellipsis className="size-4" aria-hidden="true" />
      </Menu>
      <MoveDialog
        open={moving}
        onOpenChange={setMoving}
        item={item}
        folders={folders}
        onMoved={(moved) => navigate(addressOf(moved), { replace: true })}
      />
      <DeleteContent open={deleting} onOpenChange={setDeleting} item={item} current />
    </div>
  );
}
