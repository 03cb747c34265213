/** Why the server refuses something of briefs, in words for the person. */
export const briefRefusals = {
  problems: 'Please look at what is marked.',
  unreadable: 'This request could not be understood.',
  gone: 'This brief is no longer there.',
  pieceGone: 'This text is no longer there.',
  busy: 'This text is still being written. Stop it or wait for its end first.',
  busySeveral: 'One of these texts is still being written. Stop it or wait for its end first.',
  finished: 'This text is finished. You can ask for another one instead.',
  changedMeanwhile: 'This text was changed in another tab or on another device meanwhile.',
  tooLong: 'This text is too long. Please shorten it.',
  empty: 'There is no text yet that could be saved.',
  enough: 'There are as many variants as there can be. You can have one of them written again.',
  otherFormat: 'This brief has no text of this format.',
} as const;
