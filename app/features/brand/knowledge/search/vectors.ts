/** An embedding in signed bytes: a quarter of the memory, at hardly any loss. */
export interface Quantized {
  bytes: Int8Array;
  /** What a byte is multiplied by. */
  scale: number;
}

export function quantized(vector: readonly number[]): Quantized {
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const scale = largest === 0 ? 1 : largest / 127;
  return { bytes: Int8Array.from(vector, (value) => Math.round(value / scale)), scale };
}

/** Between -1 and 1; the scales of both cancel out. */
export function cosine(one: Int8Array, other: Int8Array): number {
  let product = 0;
  let own = 0;
  let others = 0;
  for (let at = 0; at < one.length; at += 1) {
    const a = one[at]!;
    const b = other[at]!;
    product += a * b;
    own += a * a;
    others += b * b;
  }
  return own === 0 || others === 0 ? 0 : product / Math.sqrt(own * others);
}
