/** How the variants of one brief differ from each other, in their order: no two begin alike. */
const ANGLES = [
  {
    name: 'The problem first',
    words:
      'Begin with the problem that the reader knows from their own day, told so that they recognize it, and lead from ' +
      'there to what helps.',
  },
  {
    name: 'A small story',
    words:
      'Begin in the middle of a small scene of everyday life that the reader could have lived through, and let the ' +
      'message follow from it. Nobody in it has a name, and it claims nothing about real customers.',
  },
  {
    name: 'Something unexpected',
    words:
      'Begin with something about the topic that the reader does not expect, or believes to be otherwise. Take it from ' +
      'the brief, the brand or common knowledge; make up no figure and no study.',
  },
  {
    name: 'A question',
    words:
      'Begin with one question that the reader asks themselves, in their words, and answer it. Not one to which ' +
      'everybody says yes.',
  },
  {
    name: 'The offer first',
    words:
      'Begin with what the reader gets, said plainly in the first sentence, and give the reasons for it afterwards.',
  },
] as const;

/** What the model is told about the way into the variant at this position. */
export function angleText(position: number): string {
  const { name, words } = ANGLES[position % ANGLES.length]!;
  return [
    '# The way in',
    'The person gets several texts from this brief to choose from, each with a way in of its own. Yours is: ' +
      `${name.toLowerCase()}. ${words} Where the form fixes what stands first, let this decide what it says.`,
  ].join('\n\n');
}
