import { checkImages, ImageError } from '~/gateways/images/index.server';
import { checkReplicate } from '~/gateways/replicate/index.server';
import { log } from '~/lib/log.server';

import { IMAGE_SERVICE, mediaProblem, REPLICATE } from './connection-texts';
import type { Finding } from './live-check';

const PATIENCE_MS = 8_000;
const DOES_NOT_TELL =
  'It answers, but does not tell without an image whether it takes the key. The first image will show that.';

/** How the service is that images are asked of. Makes none. */
export function findImages(): Promise<Finding> {
  return look(IMAGE_SERVICE, async (signal) =>
    (await checkImages(signal)) === 'works'
      ? { state: 'works', text: '' }
      : { state: 'unknown', text: DOES_NOT_TELL },
  );
}

/** How Replicate is, which trains LoRAs and makes videos. Makes nothing. */
export function findReplicate(): Promise<Finding> {
  return look(REPLICATE, async (signal) => {
    await checkReplicate(signal);
    return { state: 'works', text: '' };
  });
}

async function look(
  service: typeof REPLICATE,
  check: (signal: AbortSignal) => Promise<Finding>,
): Promise<Finding> {
  try {
    return await check(AbortSignal.timeout(PATIENCE_MS));
  } catch (err) {
    if (!(err instanceof ImageError)) throw err;
    const { code, status, requestId, detail } = err;
    log.warn(
      { code, status, requestId, detail, service: service.name },
      'a media service does not work',
    );
    return { state: 'fails', text: mediaProblem(code, service) };
  }
}
