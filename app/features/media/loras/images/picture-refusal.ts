import type { LoraList } from '../../media';
import { loraTexts } from '../texts';

/** Why a file need not be sent; null: it may be. `room`: so many more pictures may come. */
export function refusalOf(
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
  { most, largestBytes }: LoraList['limits'],
  room: number,
): string | null {
  if (!type.startsWith('image/')) return `“${name}” ${loraTexts.notAPicture}`;
  if (size === 0) return `“${name}” ${loraTexts.empty}`;
  if (size > largestBytes) {
    return `“${name}” is larger than ${Math.floor(largestBytes / 1024 / 1024)} MB. Choose a smaller picture.`;
  }
  if (room <= 0) return `“${name}” is one too many: ${most} pictures are the most.`;
  return null;
}
