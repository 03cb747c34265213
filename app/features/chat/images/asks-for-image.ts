// Whether a message asks for an image, for models that can't decide that themselves. It only leads to an offer, so that it may be
// wrong now and then. English and German.

/** Of a long message, only its ends are read (UTF-16 units): what is asked for stands before or behind a pasted text. */
const MAX_END = 400;
/** So many words may stand between what is to be done and the image. */
const MAX_BETWEEN = 6;

const words = (list: string) => new Set(list.split(' '));

const IMAGES = words(
  'image images picture pictures photo photos illustration illustrations drawing drawings graphic graphics artwork visual ' +
    'visuals bild bilder foto fotos illustrationen zeichnung zeichnungen grafik grafiken titelbild titelbilder beitragsbild ' +
    'produktbild hintergrundbild',
);
const MAKING = words(
  'make making create creating generate generating draw drawing design paint produce render add get give need want mach mache ' +
    'machen machst erstell erstelle erstellen erstellst generier generiere generieren generierst zeichne zeichnen zeichnest ' +
    'male malen malst gestalte gestalten entwirf entwerfen erzeug erzeuge erzeugen brauche brauchen möchte möchten hätte will ' +
    'wollen gib',
);
/** With "me" or "us", these ask for an image by themselves. */
const DRAWING = words('draw paint sketch illustrate zeichne zeichnest mal male malst');
const FOR_US = words('me us mir uns');
/** The message asks about images, or says something about them. */
const ASKING = words(
  'how what why when who which where wie was warum wieso wann wer welche welches welcher wo',
);
/** Not an image that is to be made. */
const NOT_BEFORE = words(
  'this that these those the my our your no without from about with of to dieses diesem dieser diese das dem der mein meinem ' +
    'meine unser unserem unsere kein keine keinen ohne von aus über mit zum zu for idea ideas list lists',
);
const NEGATIONS = words('not don’t dont nicht never nie no');
/** "An image caption" is a text. */
const NOT_BEHIND = words(
  'prompt prompts caption captions description descriptions idea ideas size sizes file files format formats editor gallery text ' +
    'texts title titles generator briefing brief concept search',
);

/** Whether a message asks for an image to be made. Takes linear time. */
export function asksForImage(message: string): boolean {
  const ends =
    message.length <= 2 * MAX_END
      ? [message]
      : [message.slice(0, MAX_END), message.slice(-MAX_END)];
  return ends.some((end) => end.split(/[.!?;:\n]+/).some(sentenceAsks));
}

function sentenceAsks(sentence: string): boolean {
  const said =
    sentence
      .toLowerCase()
      .replaceAll("'", '’')
      .match(/[\p{L}\p{N}’]+/gu) ?? [];
  if (ASKING.has(said[0] ?? '')) return false;
  return said.some((word, at) =>
    IMAGES.has(word)
      ? isWanted(said, at)
      : DRAWING.has(word) && FOR_US.has(said[at + 1] ?? '') && said.length > at + 2,
  );
}

/** Whether the image at this place is one that someone is to make. */
function isWanted(said: readonly string[], at: number): boolean {
  if (NOT_BEHIND.has(said[at + 1] ?? '')) return false;
  const before = said.slice(Math.max(0, at - MAX_BETWEEN), at);
  // "Make an image for the post", but not "make a list of images".
  const making = before.findLastIndex((word) => MAKING.has(word));
  if (making !== -1) {
    const isNegated = before
      .slice(Math.max(0, making - 2), making)
      .some((word) => NEGATIONS.has(word));
    return !isNegated && !before.slice(making + 1).some((word) => NOT_BEFORE.has(word));
  }
  // "Kannst du dazu ein Bild machen?"
  if (before.some((word) => NOT_BEFORE.has(word) && !POLITE.has(word))) return false;
  return said.slice(at + 1, at + 1 + MAX_BETWEEN).some((word) => AT_THE_END.has(word));
}

/** In German, what is to be done may come last. */
const AT_THE_END = words(
  'machen erstellen generieren zeichnen malen gestalten entwerfen erzeugen haben',
);
/** These stand before images that are to be made, too: "zu dem Text ein Bild machen". */
const POLITE = words('zu zum dem der das the this');
