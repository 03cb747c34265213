/** The server's refusals, and the reasons why jobs fail. */
export const mediaTexts = {
  unreadable: 'This request could not be understood.',
  jobGone: 'This job is no longer there.',
  itemGone: 'This image or video is no longer there.',
  fileAway: 'This picture cannot be read at the moment. Please try again later.',
  modelGone: 'This model is not offered here any more. Please choose another one.',
  noReference: 'This model cannot start from a picture. Please remove it, or choose another model.',
  referenceGone: 'The picture to start from is no longer there. Please choose another one.',
  sizeNotOffered: 'This model does not make pictures of this size. Please choose another one.',
  tooMany: 'This model makes fewer pictures at a time. Please lower their number.',
  waiting: 'Many of your pictures are waiting already. Please let some of them finish first.',
  notOver: 'This job is not over yet.',
  over: 'This job is over already.',
  emailUnverified: 'Please confirm your email address first. Then a mail can tell you.',
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
  loraGone: 'This LoRA is no longer there.',
  loraImageGone: 'This picture is no longer there.',
  loraFixed:
    'This LoRA is being trained or is trained already, so this cannot be changed any more.',
  loraName: 'Please give the LoRA a name.',
  loraTrigger:
    'A trigger word has 2 to 40 letters, digits, hyphens or underscores, without spaces.',
  loraSteps: 'Please choose between 100 and 4,000 steps.',
  loraRank: 'Please choose a rank between 4 and 64.',
  loraCaption: 'A caption can have 1,000 characters at the most.',
  loraRights:
    'Please confirm that you have the right to use these pictures and that every person shown agreed.',
  loraFew: 'A LoRA learns from at least 4 pictures. Please add some.',
  loraNoTrigger: 'Please choose a trigger word first.',
  loraElsewhere:
    'This LoRA was trained elsewhere and came in with an import. Its weights can be downloaded, but nothing here can make pictures with them.',
  archivedFile: 'A file in the archive is missing or damaged, or is nothing that can be kept.',
  loraNotReady: 'This LoRA has not been trained yet.',
  noTraining:
    'Nothing is set up on this site that trains LoRAs. Its operator needs to set REPLICATE_API_TOKEN.',
  noVisionModel:
    'No model is set up on this site that sees pictures, so captions have to be written by hand.',
  trainingFailed:
    'The training service could not finish the training. You were not charged. Please check the pictures and try again.',
  trainingStopped: 'The training was stopped at the training service. You were not charged.',
  weightsGone:
    'The LoRA was trained, but could not be fetched any more. You were not charged. Trying again trains it anew.',
  weightsBad:
    'The training service sent something that is not a LoRA. You were not charged. Trying again trains it anew.',
  weightsAway:
    'The LoRA was trained, but could not be fetched. Try again: it is fetched without another training.',
  loraNoRoom:
    'The LoRA was trained, but your storage is full. Delete what you no longer need and try again: it is fetched without another training.',
  loraStoreAway:
    'The LoRA was trained, but could not be stored. Try again: it is fetched without another training.',
  weightsUnreadable: 'The LoRA cannot be read at the moment. Please try again later.',
  tooManyLoras: 'You have 100 LoRAs, which is the most. Please delete one that you no longer need.',
  tooManyImages: 'A LoRA learns from 100 pictures at the most. Remove some to add others.',
  unforeseen: 'Something went wrong on our side. You were not charged. Please try again.',
} as const;

/** The reason of a job that made only some of its images. */
export function partlyMade(made: number, wanted: number, reason: string): string {
  return `${made} of ${wanted} pictures were made. ${reason}`;
}

/** An image is too small to learn from. */
export function tooSmallText(name: string, width: number, height: number, edge: number): string {
  return `“${name}” has ${width} × ${height} pixels. Each side needs at least ${edge}: choose a larger picture.`;
}

export function duplicateText(name: string, same: string): string {
  return name === same
    ? `“${name}” is there already.`
    : `“${name}” is the same picture as “${same}”, which is there already.`;
}

/** No caption could be suggested. */
export function captionRefusal(reason: string): string {
  return `No caption could be proposed: ${reason}.`;
}
