export const LORAS_PATH = '/media-creator?mode=train-lora';

/** The page of one LoRA. */
export function loraPath(id: string): string {
  return `${LORAS_PATH}&lora=${encodeURIComponent(id)}`;
}

/** The page of images with this LoRA chosen. */
export function imagesPath(id: string): string {
  return `/media-creator?mode=generate&lora=${encodeURIComponent(id)}`;
}
