export { endShares } from './end-shares.server';
export { listSharePage } from './list-shares.server';
export {
  endShareAt,
  shareConversation,
  shareOf,
  unshare,
  updateShare,
} from './manage-share.server';
export { continueShare, openShare } from './open-share.server';
export { answerContinue, loadShare, SHARE_HEADERS } from './share-page.server';
