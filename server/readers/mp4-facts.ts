import { VideoRefused, type VideoFacts, type VideoSource } from './video-source.ts';

/** Files of the ISO base format that hold films; those of pictures (heic, avif) and of QuickTime have others. */
const BRANDS = /^(isom|iso[2-9]|mp4[12]|avc1|dash|M4V )$/;
/** What browsers play; what is encrypted is called otherwise. */
const CODECS = new Set(['avc1', 'avc3', 'hvc1', 'hev1', 'av01', 'vp08', 'vp09']);
/** A film of an hour in pieces of a second has fewer. */
const MAX_BOXES = 100_000;
/** So much of one small box is looked at. */
const SMALL = 256;

interface Box {
  type: string;
  /** Of its content. */
  start: number;
  end: number;
}

export function isMp4(head: Buffer): boolean {
  return head.length >= 16 && head.toString('latin1', 4, 8) === 'ftyp';
}

/** @throws VideoRefused */
export function readMp4(source: VideoSource): VideoFacts {
  const boxes = boxesIn(source, 0, source.length);
  const [first] = boxes;
  if (first?.type !== 'ftyp' || !brandsOf(source, first).some((brand) => BRANDS.test(brand))) {
    throw new VideoRefused('kind');
  }
  const moov = boxes.find(({ type }) => type === 'moov');
  // Without one of these there is nothing to be seen.
  if (!moov || !boxes.some(({ type }) => type === 'mdat')) throw new VideoRefused('damaged');
  const inMoov = boxesIn(source, moov.start, moov.end);
  const track = inMoov
    .filter(({ type }) => type === 'trak')
    .map((box) => readTrack(source, box))
    .find((one) => one !== null);
  if (!track) throw new VideoRefused('codec');
  const pieces = boxes.filter(({ type }) => type === 'moof');
  if (track.samples === 0 && pieces.length === 0) throw new VideoRefused('damaged');

  const header = inMoov.find(({ type }) => type === 'mvhd');
  if (!header) throw new VideoRefused('damaged');
  const whole = timesOf(source, header);
  const seconds =
    track.samples > 0 && whole.duration > 0
      ? whole.duration / whole.timescale
      : endOfPieces(source, pieces, track, defaultDuration(source, inMoov, track.id)) /
        track.timescale;
  const { width, height } = track;
  return { type: 'video/mp4', width, height, durationMs: Math.round(seconds * 1_000) };
}

/** The boxes beside each other, each within what holds it. */
function boxesIn(source: VideoSource, from: number, end: number): Box[] {
  const found: Box[] = [];
  for (let at = from; at < end;) {
    // Some writers end with a few bytes of nothing.
    if (end - at < 8) break;
    const head = source.read(at, 8);
    let size = head.readUInt32BE(0);
    let start = at + 8;
    if (size === 1) {
      size = Number(source.read(at + 8, 8).readBigUInt64BE(0));
      start += 8;
    } else if (size === 0) size = end - at;
    if (size < start - at || at + size > end) throw new VideoRefused('damaged');
    found.push({ type: head.toString('latin1', 4, 8), start, end: at + size });
    if (found.length > MAX_BOXES) throw new VideoRefused('damaged');
    at += size;
  }
  return found;
}

function child(source: VideoSource, parent: Box | undefined, type: string): Box | undefined {
  return parent && boxesIn(source, parent.start, parent.end).find((box) => box.type === type);
}

/** The beginning of a small box, as much as there is. */
function contentOf(source: VideoSource, { start, end }: Box, most = SMALL): Buffer {
  return source.read(start, Math.min(most, end - start));
}

function brandsOf(source: VideoSource, box: Box): string[] {
  const text = contentOf(source, box).toString('latin1');
  // The number of the version stands between the first and the others.
  return [text.slice(0, 4), ...(text.slice(8).match(/.{4}/gs) ?? [])];
}

interface Track {
  id: number;
  width: number;
  height: number;
  timescale: number;
  samples: number;
}

/** A track of pictures in a codec that browsers know; null for any other. */
function readTrack(source: VideoSource, box: Box): Track | null {
  const inside = boxesIn(source, box.start, box.end);
  const header = inside.find(({ type }) => type === 'tkhd');
  const media = inside.find(({ type }) => type === 'mdia');
  const handler = child(source, media, 'hdlr');
  const times = child(source, media, 'mdhd');
  const table = child(source, child(source, media, 'minf'), 'stbl');
  const description = child(source, table, 'stsd');
  if (!header || !handler || !times || !description) throw new VideoRefused('damaged');
  if (text(contentOf(source, handler), 8) !== 'vide') return null;
  const [entry] = boxesIn(source, description.start + 8, description.end);
  if (!entry || !CODECS.has(entry.type)) return null;
  const picture = contentOf(source, entry);
  const [width, height] = [at16(picture, 24), at16(picture, 26)];
  const head = contentOf(source, header);
  const isLong = head[0] === 1;
  const matrix = isLong ? 52 : 40;
  const isTurned = at32(head, matrix) === 0 && at32(head, matrix + 16) === 0;
  const sizes = child(source, table, 'stsz') ?? child(source, table, 'stz2');
  return {
    id: at32(head, isLong ? 20 : 12),
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    timescale: timesOf(source, times).timescale,
    samples: sizes ? at32(contentOf(source, sizes), 8) : 0,
  };
}

/** Of a header of the film or of a track. */
function timesOf(source: VideoSource, box: Box): { timescale: number; duration: number } {
  const content = contentOf(source, box);
  const isLong = content[0] === 1;
  const timescale = at32(content, isLong ? 20 : 12);
  if (timescale === 0) throw new VideoRefused('damaged');
  return { timescale, duration: isLong ? at64(content, 24) : at32(content, 16) };
}

/** How long a picture of the track stays, where a piece does not say. */
function defaultDuration(source: VideoSource, inMoov: readonly Box[], trackId: number): number {
  const extends_ = inMoov.find(({ type }) => type === 'mvex');
  if (!extends_) return 0;
  for (const box of boxesIn(source, extends_.start, extends_.end)) {
    if (box.type !== 'trex') continue;
    const content = contentOf(source, box);
    if (at32(content, 4) === trackId) return at32(content, 12);
  }
  return 0;
}

/** Where the last of the pieces ends, of a file that comes in pieces. */
function endOfPieces(
  source: VideoSource,
  pieces: readonly Box[],
  track: Track,
  usual: number,
): number {
  let end = 0;
  for (const piece of pieces) {
    for (const part of boxesIn(source, piece.start, piece.end)) {
      if (part.type !== 'traf') continue;
      const inside = boxesIn(source, part.start, part.end);
      const header = inside.find(({ type }) => type === 'tfhd');
      if (!header) throw new VideoRefused('damaged');
      const content = contentOf(source, header);
      if (at32(content, 4) !== track.id) continue;
      const own = ownDuration(content) ?? usual;
      const begin = inside.find(({ type }) => type === 'tfdt');
      const beginning = begin && contentOf(source, begin);
      let at = beginning ? (beginning[0] === 1 ? at64(beginning, 4) : at32(beginning, 4)) : end;
      for (const run of inside.filter(({ type }) => type === 'trun')) {
        at += lengthOfRun(source, run, own);
      }
      end = Math.max(end, at);
    }
  }
  return end;
}

/** What a piece says of how long its pictures stay, if it does. */
function ownDuration(header: Buffer): number | undefined {
  const flags = at32(header, 0) & 0xffffff;
  if ((flags & 0x8) === 0) return undefined;
  return at32(header, 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0));
}

function lengthOfRun(source: VideoSource, run: Box, usual: number): number {
  const head = contentOf(source, run);
  const flags = at32(head, 0) & 0xffffff;
  const count = at32(head, 4);
  if ((flags & 0x100) === 0) return count * usual;
  const first = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  const each = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
  const all = source.read(run.start, run.end - run.start);
  let length = 0;
  for (let index = 0; index < count; index += 1) length += at32(all, first + index * each);
  return length;
}

function text(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + 4);
}

function at16(bytes: Buffer, at: number): number {
  if (at + 2 > bytes.length) throw new VideoRefused('damaged');
  return bytes.readUInt16BE(at);
}

function at32(bytes: Buffer, at: number): number {
  if (at + 4 > bytes.length) throw new VideoRefused('damaged');
  return bytes.readUInt32BE(at);
}

function at64(bytes: Buffer, at: number): number {
  if (at + 8 > bytes.length) throw new VideoRefused('damaged');
  return Number(bytes.readBigUInt64BE(at));
}
