import { VideoRefused, type VideoFacts, type VideoSource } from './video-source.ts';

const ID = {
  head: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timescale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codec: 0x86,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  cluster: 0x1f43b675,
  time: 0xe7,
  block: 0xa3,
  blockGroup: 0xa0,
  innerBlock: 0xa1,
};
const CODECS = new Set(['V_VP8', 'V_VP9', 'V_AV1']);
const VIDEO = 1;
/** An hour of sixty pictures a second, with sound, has fewer. */
const MAX_ELEMENTS = 1_000_000;
/** So long an element with a text or a number is. */
const MAX_VALUE = 64;

interface Element {
  id: number;
  start: number;
  /** Null: no one said, as in what was recorded live. */
  end: number | null;
}

export function isWebm(head: Buffer): boolean {
  return head.length >= 4 && head.readUInt32BE(0) === ID.head;
}

/** @throws VideoRefused */
export function readWebm(source: VideoSource): VideoFacts {
  const head = elementAt(source, 0, source.length);
  if (head.end === null) throw new VideoRefused('damaged');
  const type = childrenOf(source, head).find(({ id }) => id === ID.docType);
  // Matroska is the same otherwise, and no browser plays all of it.
  if (!type || textOf(source, type) !== 'webm') throw new VideoRefused('kind');
  const segment = elementAt(source, head.end, source.length);
  if (segment.id !== ID.segment) throw new VideoRefused('damaged');
  const found = readSegment(source, segment);
  if (!found.track) throw new VideoRefused('codec');
  if (!found.hasBlocks) throw new VideoRefused('damaged');
  const { width, height } = found.track;
  const units = found.duration ?? found.lastTime;
  const durationMs = Math.round((units * found.timescale) / 1_000_000);
  return { type: 'video/webm', width, height, durationMs };
}

interface Segment {
  timescale: number;
  duration: number | null;
  track: { number: number; width: number; height: number } | null;
  hasBlocks: boolean;
  /** When the last picture begins. */
  lastTime: number;
}

function readSegment(source: VideoSource, segment: Element): Segment {
  const found: Segment = {
    timescale: 1_000_000,
    duration: null,
    track: null,
    hasBlocks: false,
    lastTime: 0,
  };
  const end = segment.end ?? source.length;
  let clusterTime = 0;
  let count = 0;
  for (let at = segment.start; at < end;) {
    const element = elementAt(source, at, end);
    count += 1;
    if (count > MAX_ELEMENTS) throw new VideoRefused('damaged');
    if (element.id === ID.cluster) {
      // What is in it comes next, whether its length is known or not.
      at = element.start;
      continue;
    }
    if (element.end === null) throw new VideoRefused('damaged');
    switch (element.id) {
      case ID.info:
        readInfo(source, element, found);
        break;
      case ID.tracks:
        found.track = readTracks(source, element);
        break;
      case ID.time:
        clusterTime = numberOf(source, element);
        break;
      case ID.block:
        noteBlock(source, element, clusterTime, found);
        break;
      case ID.blockGroup: {
        const inner = childrenOf(source, element).find(({ id }) => id === ID.innerBlock);
        if (inner) noteBlock(source, inner, clusterTime, found);
        break;
      }
    }
    at = element.end;
  }
  return found;
}

function readInfo(source: VideoSource, info: Element, found: Segment): void {
  for (const element of childrenOf(source, info)) {
    if (element.id === ID.timescale) found.timescale = numberOf(source, element);
    if (element.id === ID.duration) found.duration = floatOf(source, element);
  }
}

function readTracks(source: VideoSource, tracks: Element): Segment['track'] {
  for (const track of childrenOf(source, tracks)) {
    if (track.id !== ID.track) continue;
    const inside = childrenOf(source, track);
    const of = (id: number) => inside.find((element) => element.id === id);
    const [type, codec, video, number] = [ID.trackType, ID.codec, ID.video, ID.trackNumber].map(of);
    if (!type || !codec || !number || !video || numberOf(source, type) !== VIDEO) continue;
    if (!CODECS.has(textOf(source, codec))) continue;
    const sizes = childrenOf(source, video);
    const size = (id: number) => {
      const element = sizes.find((one) => one.id === id);
      return element ? numberOf(source, element) : 0;
    };
    return { number: numberOf(source, number), width: size(ID.width), height: size(ID.height) };
  }
  return null;
}

function noteBlock(source: VideoSource, block: Element, time: number, found: Segment): void {
  const { value, length } = sizeAt(source, block.start);
  if (value !== found.track?.number) return;
  found.hasBlocks = true;
  const own = source.read(block.start + length, 2).readInt16BE(0);
  found.lastTime = Math.max(found.lastTime, time + own);
}

function childrenOf(source: VideoSource, { start, end }: Element): Element[] {
  const found: Element[] = [];
  if (end === null) throw new VideoRefused('damaged');
  for (let at = start; at < end;) {
    const element = elementAt(source, at, end);
    if (element.end === null) throw new VideoRefused('damaged');
    found.push(element);
    at = element.end;
  }
  return found;
}

function elementAt(source: VideoSource, at: number, within: number): Element {
  const [first = 0] = source.read(at, 1);
  // As many bytes as there are zeros before the first one, and one more.
  const length = Math.clz32(first) - 23;
  if (length > 4) throw new VideoRefused('damaged');
  const id = source.read(at, length).readUIntBE(0, length);
  const size = sizeAt(source, at + length);
  const start = at + length + size.length;
  if (size.value === null) return { id, start, end: null };
  if (start + size.value > within) throw new VideoRefused('damaged');
  return { id, start, end: start + size.value };
}

/** A number in as many bytes as its first one says; null: unknown. */
function sizeAt(source: VideoSource, at: number): { value: number | null; length: number } {
  const [first = 0] = source.read(at, 1);
  const length = Math.clz32(first) - 23;
  if (length > 8) throw new VideoRefused('damaged');
  const bytes = source.read(at, length);
  let value = first & (0xff >> length);
  let unknown = value === 0xff >> length;
  for (const byte of bytes.subarray(1)) {
    value = value * 256 + byte;
    unknown &&= byte === 0xff;
  }
  return { value: unknown ? null : value, length };
}

function valueOf(source: VideoSource, { start, end }: Element): Buffer {
  if (end === null || end - start > MAX_VALUE) throw new VideoRefused('damaged');
  return source.read(start, end - start);
}

function textOf(source: VideoSource, element: Element): string {
  const bytes = valueOf(source, element);
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.toString('latin1', 0, end);
}

function numberOf(source: VideoSource, element: Element): number {
  return valueOf(source, element).reduce((sum, byte) => sum * 256 + byte, 0);
}

function floatOf(source: VideoSource, element: Element): number {
  const bytes = valueOf(source, element);
  if (bytes.length === 4) return bytes.readFloatBE(0);
  if (bytes.length === 8) return bytes.readDoubleBE(0);
  throw new VideoRefused('damaged');
}
