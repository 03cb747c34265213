const WORDS =
  'brand voice launch summer coffee roast river letter market story garden light paper window harbour night walk plan margin price colour press note weekly reader winter bread signal quiet honest copper lantern orchard velvet timber'.split(
    ' ',
  );

/** Returns a generator of the same numbers for the same seed. */
export function randomOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

export function wordsOf(random: () => number, count: number): string {
  const words = Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]);
  return words.join(' ');
}

/** The same UUID-like id for the same numbers. */
export function idOf(...numbers: number[]): string {
  const hex = numbers.map((number) => (number >>> 0).toString(16).padStart(8, '0')).join('');
  const full = hex.padEnd(32, '0').slice(0, 32);
  return [8, 12, 16, 20, 32]
    .map((end, at, ends) => full.slice(at === 0 ? 0 : ends[at - 1], end))
    .join('-');
}
