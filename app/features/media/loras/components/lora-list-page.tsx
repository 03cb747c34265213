import type { Loras } from '../use-lora-list';
import { LoraCard } from './lora-card';
import { LorasEmpty } from './loras-empty';
import { NewLoraForm } from './new-lora-form';
import { ProviderNote } from './provider-note';
import { LoadFailed, RoomFrame, RoomWaiting } from './room-frame';

/** What there is, and a way to another one. */
export function LoraListPage({ title, loras }: { title: string; loras: Loras }) {
  const { list, failed } = loras;
  return (
    <RoomFrame
      title={title}
      intro={
        <p className="mt-3 max-w-2xl leading-relaxed text-muted text-pretty">
          Teach an image model your product, a character or a look from a handful of pictures, then
          use it in Generate Images.
        </p>
      }
    >
      <div className="space-y-8">
        {failed && (
          <LoadFailed
            text={
              list === undefined
                ? 'Your LoRAs could not be loaded.'
                : 'What you see may be out of date.'
            }
            onRetry={loras.reload}
          />
        )}
        {list === undefined
          ? !failed && <RoomWaiting />
          : [
              !list.available && <ProviderNote key="provider" />,
              list.loras.length === 0 && <LorasEmpty key="empty" limits={list.limits} />,
              <NewLoraForm key="new" onMade={loras.put} />,
              list.loras.length > 0 && (
                <ul
                  key="list"
                  aria-label="Your LoRAs"
                  className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3"
                >
                  {list.loras.map((lora) => (
                    <LoraCard key={lora.id} lora={lora} />
                  ))}
                </ul>
              ),
            ]}
      </div>
    </RoomFrame>
  );
}
