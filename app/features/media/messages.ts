/** What people read about what is made for them. */
export const mediaMessages = {
  unreadable: 'This request could not be understood.',
  jobGone: 'This job is no longer there.',
  itemGone: 'This picture is no longer there.',
  fileAway: 'This picture cannot be read at the moment. Please try again later.',
  modelGone: 'This model is not offered here any more. Please choose another one.',
  noReference: 'This model cannot start from a picture. Please remove it, or choose another model.',
  referenceGone: 'The picture to start from is no longer there. Please choose another one.',
  sizeNotOffered: 'This model does not make pictures of this size. Please choose another one.',
  tooMany: 'This model makes fewer pictures at a time. Please lower their number.',
  waiting: 'Many of your pictures are waiting already. Please let some of them finish first.',
  notOver: 'This job is not over yet.',
  over: 'This job is over already.',
  mailUnverified: 'Please confirm your email address first. Then a mail can tell you.',
  storageFull:
    'Your storage is full. Delete pictures or conversations with files that you no longer need.',
  storeAway: 'The picture was made, but could not be stored. You were not charged for it.',
  noVideoModel:
    'Nothing is set up on this site that makes videos. Its operator needs to set REPLICATE_API_TOKEN and MEDIA_MODELS.',
  secondsNotOffered: 'This model does not make videos of this length. Please choose another one.',
  aspectNotOffered: 'This model does not make videos of this shape. Please choose another one.',
  noFirstFrame:
    'This model cannot begin with a picture. Please remove it, or choose another model.',
  firstFrameGone: 'The picture to begin with is no longer there. Please choose another one.',
  videoAway: 'This video cannot be read at the moment. Please try again later.',
  videoStoreAway: 'The video was made, but could not be stored. You were not charged for it.',
  posterOfVideo: 'Only a video without a poster can be given one.',
  restarted:
    'The server was restarted while this was being made. You were not charged. Please try again.',
  givenUp: 'This could not be made: the server broke off several times. You were not charged.',
  unforeseen: 'Something went wrong on our side. You were not charged. Please try again.',
} as const;

/** A job of which some pictures came and some did not. */
export function partlyMade(made: number, wanted: number, reason: string): string {
  return `${made} of ${wanted} pictures were made. ${reason}`;
}
