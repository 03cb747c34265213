const MP4 = /^.{4}ftyp/s;

const BEGINNINGS: readonly [RegExp, string][] = [
  [/^\x89PNG\r\n\x1a\n/, '.png'],
  [/^\xff\xd8\xff/, '.jpg'],
  [/^GIF8[79]a/, '.gif'],
  [/^RIFF.{4}WEBP/s, '.webp'],
  [/^RIFF.{4}WAVE/s, '.wav'],
  [/^%PDF-/, '.pdf'],
  [/^(?:ID3|\xff[\xfb\xf3\xf2])/, '.mp3'],
  [/^.{4}ftypM4A/s, '.m4a'],
  [MP4, '.mp4'],
  [/^OggS/, '.ogg'],
  [/^\x1aE\xdf\xa3/, '.webm'],
  [/^PK\x03\x04/, '.zip'],
];

/** What a file without a type is, by its first bytes; plain text where it has no bytes that text has not. */
export function extensionOf(head: Uint8Array): string {
  const latin = Buffer.from(head.subarray(0, 512)).toString('latin1');
  const known = BEGINNINGS.find(([beginning]) => beginning.test(latin));
  if (known) return known[1];
  return latin === '' || latin.includes('\0') ? '.bin' : '.txt';
}
