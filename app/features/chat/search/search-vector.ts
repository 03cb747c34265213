import { wordsOf } from './words';

/** So much of a message is searched, in characters: what follows would not fit into one tsvector for sure. */
export const INDEXED_CHARACTERS = 200_000;

/** A tsvector takes 1 MB; its overhead for each word and place is counted generously. */
const MAX_BYTES = 900_000;
/** Postgres counts no further; words behind are found, but not as part of a phrase. */
const LAST_PLACE = 16_383;
/** As many places of one word as Postgres keeps. */
const MAX_PLACES = 255;

/** The words of a text and their places, as Postgres reads a tsvector. */
export function toTsvector(text: string): string {
  const places = new Map<string, number[]>();
  let bytes = 0;
  let place = 0;
  for (const { folded } of wordsOf(text)) {
    place = Math.min(place + 1, LAST_PLACE);
    let known = places.get(folded);
    if (!known) {
      bytes += Buffer.byteLength(folded) + 12;
      if (bytes > MAX_BYTES) break;
      places.set(folded, (known = []));
    }
    if (known.length === MAX_PLACES || known.at(-1) === place) continue;
    bytes += 2;
    known.push(place);
  }
  return Array.from(places, ([word, at]) => `'${word}':${at.join(',')}`).join(' ');
}
