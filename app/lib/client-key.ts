/**
 * A key that the browser makes for a request, so that a repeated one is done once: a UUIDv4 (RFC 9562, section 5.4). Not
 * `crypto.randomUUID`, which browsers don't offer on plain http, as in an office's own network, and no library, because
 * every page loads it.
 */
export function newClientKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
