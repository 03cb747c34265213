import { Button } from '~/ui/button';

import type { ContentFolder, ContentPage } from '../content/content';
import { ContentRow } from './content-row';

interface ContentRowsProps {
  page: ContentPage;
  folders: ContentFolder[];
  currentId: string | undefined;
  loading: boolean;
  onMore: () => void;
  /** Each says where it lies, where that is not seen. */
  naming?: boolean;
}

/** A list of saved contents, as far as it is loaded. */
export function ContentRows({
  page,
  folders,
  currentId,
  loading,
  onMore,
  naming = false,
}: ContentRowsProps) {
  return (
    <>
      <ul className="space-y-0.5">
        {page.items.map((item) => (
          <ContentRow
            key={item.id}
            item={item}
            folders={folders}
            current={item.id === currentId}
            naming={naming}
          />
        ))}
      </ul>
      {page.cursor !== null && (
        <div className="grid place-items-center py-1">
          <Button variant="ghost" size="sm" pending={loading} onClick={onMore}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
