/** As many as a small model has. */
const DIMENSIONS = 1_024;

/** The same for the same text, and similar for texts that share parts of words. */
export function embedding(text: string): Int8Array {
  const sums = new Float64Array(DIMENSIONS);
  for (const [word] of text.toLowerCase().matchAll(/\p{L}{3,}/gu)) {
    for (let from = 0; from + 3 <= word.length; from += 1) {
      let hash = 2_166_136_261;
      for (const unit of word.slice(from, from + 3)) {
        hash = Math.imul(hash ^ unit.charCodeAt(0), 16_777_619) >>> 0;
      }
      sums[hash % DIMENSIONS]! += hash & 1_024 ? 1 : -1;
    }
  }
  const largest = sums.reduce((max, value) => Math.max(max, Math.abs(value)), 1);
  return Int8Array.from(sums, (value) => Math.round((value / largest) * 127));
}
