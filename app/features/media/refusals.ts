/** The server's refusals, and the reasons why jobs fail. */
export const mediaTexts = {
  unreadable: 'We couldn’t read this request. Reload the page and try again.',
  jobGone: 'This job no longer exists.',
  itemGone: 'This image or video no longer exists.',
  fileAway: 'This image can’t be opened right now. Try again later.',
  modelGone: 'This AI model is no longer available. Choose another one.',
  noReference:
    'This AI model can’t start from an image. Remove the image or choose another AI model.',
  referenceGone: 'The reference image no longer exists. Choose another one.',
  sizeNotOffered: 'This AI model doesn’t offer this shape. Choose another one.',
  tooMany: 'This AI model creates fewer images at a time. Choose a smaller number.',
  waiting: 'You already have many images and videos waiting. Try again when some are done.',
  notOver: 'This job isn’t finished yet.',
  over: 'This job is already finished.',
  noEmail: 'Email isn’t set up here, so we can’t email you.',
  emailUnverified: 'Confirm your email address first. Then we can email you.',
  storageFull:
    'Your storage is full. Delete images, videos, or chats with files that you no longer need.',
  storeAway: 'Your image was created but couldn’t be saved. Nothing was charged for it. Try again.',
  noVideoModel: 'Videos aren’t set up here yet. Ask your admin to turn them on.',
  secondsNotOffered: 'This AI model doesn’t offer this length. Choose another one.',
  firstFrameGone: 'The image to start from no longer exists. Choose another one.',
  videoAway: 'This video can’t be opened right now. Try again later.',
  videoStoreAway: 'Your video was created but couldn’t be saved. Nothing was charged. Try again.',
  posterOfVideo: 'Only a video without a preview image can get one.',
  restarted: 'The server restarted while this was in progress. Nothing was charged. Try again.',
  givenUp:
    'This stopped several times because of a problem on our side. Nothing was charged. Try again later.',
  loraGone: 'This LoRA no longer exists.',
  loraImageGone: 'This image no longer exists.',
  loraFixed: 'This LoRA is in training or already trained, so it can’t be changed anymore.',
  loraName: 'Give your LoRA a name of up to 100 characters.',
  loraTrigger:
    'A trigger word has 2 to 40 letters, digits, hyphens, or underscores, and no spaces.',
  loraSteps: 'Choose between 100 and 4,000 steps.',
  loraRank: 'Choose a rank between 4 and 64.',
  loraCaption: 'Captions can have up to 1,000 characters.',
  loraRights:
    'Confirm that you have the right to use these images and that everyone shown has agreed.',
  loraFew: 'A LoRA needs at least 4 images. Add more.',
  loraNoTrigger: 'Choose a trigger word first.',
  loraElsewhere:
    'This LoRA was trained elsewhere and imported. You can download its weights, but it can’t create images here.',
  archivedFile: 'A file in the archive is missing, damaged, or of an unsupported type.',
  loraNotReady: 'This LoRA isn’t trained yet.',
  noTraining: 'LoRA training isn’t set up here yet. Ask your admin to turn it on.',
  noVisionModel:
    'No AI model here can see images, so captions can’t be suggested. Write your own, or ask your admin.',
  trainingFailed:
    'The training service couldn’t finish. Nothing was charged. Check your images, then try again.',
  trainingStopped: 'The training was stopped at the training service. Nothing was charged.',
  weightsGone:
    'Your LoRA was trained, but the result is no longer available. Nothing was charged. Try again to train it from scratch.',
  weightsBad:
    'The training service sent an unusable result. Nothing was charged. Try again to train it from scratch.',
  weightsAway:
    'Your LoRA was trained but couldn’t be downloaded. Try again: it won’t be trained twice.',
  loraNoRoom:
    'Your LoRA was trained, but your storage is full. Delete what you no longer need, then try again: it won’t be trained twice.',
  loraStoreAway:
    'Your LoRA was trained but couldn’t be saved. Try again: it won’t be trained twice.',
  weightsUnreadable: 'This LoRA can’t be opened right now. Try again later.',
  tooManyLoras: 'You’ve reached the limit of 100 LoRAs. Delete one to make room.',
  tooManyImages: 'A LoRA can have up to 100 images. Remove some to add others.',
  unforeseen: 'Something went wrong on our side. Nothing was charged. Try again.',
} as const;

/** The reason of a job that made only some of its images. */
export function partlyMade(made: number, wanted: number, reason: string): string {
  return `Created ${made} of ${wanted} images. ${reason}`;
}

/** An image is too small to learn from. */
export function tooSmallText(name: string, width: number, height: number, edge: number): string {
  return `“${name}” is ${width} × ${height} pixels. Choose an image with at least ${edge} on each side.`;
}

export function duplicateText(name: string, same: string): string {
  return name === same
    ? `“${name}” is already here.`
    : `“${name}” is the same image as “${same}”, which is already here.`;
}

/** No caption could be suggested. */
export function captionRefusal(reason: string): string {
  return `We couldn’t suggest a caption: ${reason}.`;
}
