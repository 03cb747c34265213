import { registerAccountData } from '~/features/account-data/index.server';

import { sharesSection } from './archive-section.server';

export { endShares } from './end-shares.server';
export { listSharePage } from './list-shares.server';
export {
  endShareAt,
  shareConversation,
  shareOf,
  unshare,
  updateShare,
} from './manage-share.server';
export { continueShare, openShare, openSharedMessage } from './open-share.server';
export { answerContinue, loadShare, loadSharedMessage, SHARE_HEADERS } from './share-page.server';

registerAccountData('sharing', { sections: [sharesSection] });
