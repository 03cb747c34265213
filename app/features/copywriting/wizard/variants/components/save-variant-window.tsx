import { useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { DialogWindow } from '~/ui/overlays/dialog-window';
import { SkeletonList } from '~/ui/feedback/skeleton';

import { formatById } from '../../../formats/formats';
import { SaveForm } from '../../../library/content/components/save-form';
import type { ContentFolder } from '../../../library/content/content';
import { PlacePicker } from '../../../library/folders/place-picker';
import { requestOverview } from '../../../library/saved-requests';
import type { VariantView } from '../../briefs/brief';
import { briefTexts } from '../../texts';
import { saveVariants } from '../save-variants';

interface SaveVariantWindowProps {
  variant: VariantView;
  /** The suggested title. */
  title: string;
  onSaved: () => void;
  onClose: () => void;
}

/** Asks for a title and a folder to save a variant as content. */
export function SaveVariantWindow({ variant, title, onSaved, onClose }: SaveVariantWindowProps) {
  const [folders, setFolders] = useState<ContentFolder[]>();

  useEffect(() => {
    let current = true;
    requestOverview().then(
      (overview) => current && setFolders(overview.folders),
      (error: unknown) => {
        if (!current) return;
        showFailure(error, briefTexts.foldersFailed);
        onClose();
      },
    );
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- asked once for each opening
  }, []);

  return (
    <DialogWindow open onOpenChange={(open) => open || onClose()} title="Save as content">
      {folders ? (
        <VariantForm
          variant={variant}
          title={title}
          folders={folders}
          onSaved={onSaved}
          onClose={onClose}
        />
      ) : (
        <SkeletonList label="Loading…" count={2} shape="h-11" className="space-y-8 py-4" />
      )}
    </DialogWindow>
  );
}

function VariantForm({
  variant,
  title: suggested,
  folders,
  onSaved,
  onClose,
}: SaveVariantWindowProps & { folders: ContentFolder[] }) {
  const [folderId, setFolderId] = useState<string | null>(null);
  const category = formatById(variant.formatId)?.category ?? 'social';
  return (
    <SaveForm
      title={suggested}
      place={
        <PlacePicker
          label="Save in"
          within={category}
          place={{ category, folderId }}
          folders={folders}
          onChange={(place) => setFolderId(place.folderId)}
        />
      }
      save={async (title) => {
        await saveVariants([{ id: variant.id, title, folderId }]);
        onSaved();
      }}
      onClose={onClose}
    />
  );
}
