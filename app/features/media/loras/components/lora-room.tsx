import { useLoraList } from '../use-lora-list';
import { LoraListPage } from './lora-list-page';
import { LoraPage } from './lora-page';

/** All LoRAs of the person, or one of them. */
export function LoraRoom({ title, loraId }: { title: string; loraId: string | null }) {
  const loras = useLoraList();
  if (loraId === null) return <LoraListPage title={title} loras={loras} />;
  return <LoraPage key={loraId} title={title} loraId={loraId} loras={loras} />;
}
