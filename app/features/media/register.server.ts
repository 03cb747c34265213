import { registerTool } from '~/engine/generation/index.server';
import { registerUserData, registerStorage } from '~/engine/user-data/index.server';
import { registerMessageImages } from '~/features/chat/index.server';

import { mediaSections } from './archive/sections.server';
import { editImage, makeImage } from './chat-images/image-tools.server';
import { chatImages } from './chat-images/message-images.server';
import { storedItemBytes } from './gallery/item-data.server';
import { MEDIA_OBJECTS } from './gallery/image-files.server';
import { imageKind } from './images/image-kind.server';
import { cancelAllJobs } from './jobs/job-actions.server';
import { registerMediaKind } from './jobs/kinds.server';
import { loraBytes } from './loras/lora-data.server';
import { LORA_OBJECTS } from './loras/lora-files.server';
import { loraKind } from './loras/lora-kind.server';
import { videoKind } from './videos/video-kind.server';

/** Called once per process, by registry.server.ts. */
export function registerMedia(): void {
  registerMediaKind('image', imageKind);
  registerMediaKind('lora', loraKind);
  registerMediaKind('video', videoKind);
  registerTool(makeImage);
  registerTool(editImage);
  registerMessageImages(chatImages);
  registerStorage('media', storedItemBytes);
  registerStorage('loras', loraBytes);
  registerUserData('media', {
    objects: [MEDIA_OBJECTS, LORA_OBJECTS],
    stop: cancelAllJobs,
    sections: mediaSections,
  });
}
