import { Button } from '~/ui/button';
import { X } from '~/ui/display/shared-icons';

/** The image of the gallery that the next message of a chat is about. */
export function ChosenImage({ itemId, onRemove }: { itemId: string; onRemove: () => void }) {
  return (
    <div className="m-1 mb-2 flex w-fit max-w-full items-center gap-2 rounded-lg border bg-sunken py-1 pr-1 pl-2 text-sm">
      <img
        src={`/api/media/items/${itemId}/file?size=320`}
        alt=""
        className="size-11 shrink-0 rounded-sm object-cover"
      />
      <p className="min-w-0 text-muted">Describe what to change, or what to create from it.</p>
      <Button variant="ghost" size="icon" aria-label="Remove image" onClick={onRemove}>
        <X className="size-4" aria-hidden="true" />
      </Button>
    </div>
  );
}
