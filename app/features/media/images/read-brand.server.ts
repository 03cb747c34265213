import { openProfile } from '~/features/brand/index.server';

import { brandText } from './brand-text';

/** What of a profile goes into a picture's prompt, for its owner to see and change. @throws AppError `not-found` */
export async function readBrand(userId: string, profileId: string | undefined): Promise<string> {
  const { name, components } = await openProfile(userId, profileId);
  const fields = Object.assign({}, ...Object.values(components).map(({ values }) => values)) as {
    whatYouDo?: string;
  };
  return brandText(name, fields);
}
