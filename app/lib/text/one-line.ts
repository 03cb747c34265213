/** Each run of white space becomes a space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Counts code points, so that no emoji is cut in two, and reads no more of the text than it returns. */
export function firstCharacters(text: string, count: number): string {
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}
