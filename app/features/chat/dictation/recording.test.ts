import { expect, it } from 'vitest';

import { recordingName, recordingSeconds, transcriptionCost } from './recording';

it('costs ten tokens for each second, and a part of one counts', () => {
  expect(transcriptionCost(60)).toBe(600);
  expect(transcriptionCost(1.01)).toBe(11);
  expect(transcriptionCost(0)).toBe(0);
});

it('believes the length that the browser says, unless the file must be longer', () => {
  expect(recordingSeconds(12, 40_000)).toBe(12);
  expect(recordingSeconds(1, 320_000)).toBe(10);
  for (const said of [0, -5, Number.NaN]) expect(recordingSeconds(said, 64_000)).toBe(2);
  for (const said of [600.4, 1e9, Infinity]) expect(recordingSeconds(said, 64_000)).toBe(600);
  expect(recordingSeconds(0, 10)).toBe(1);
});

it('knows what recorders make by its first bytes, and nothing else', () => {
  const bytes = (latin: string) => Uint8Array.from(latin, (letter) => letter.charCodeAt(0));
  expect(recordingName(bytes('\x1a\x45\xdf\xa3\x01rest of it'))).toBe('recording.webm');
  expect(recordingName(bytes('OggS\0\x02rest of it'))).toBe('recording.ogg');
  expect(recordingName(bytes('\0\0\0\x1cftypiso5'))).toBe('recording.mp4');
  expect(recordingName(bytes('RIFF\x24\0\0\0WAVEfmt '))).toBe('recording.wav');
  for (const other of ['', 'RIFF', 'RIFF\x24\0\0\0WEBPVP8 ', '%PDF-1.7', '\x89PNG\r\n\x1a\n']) {
    expect(recordingName(bytes(other))).toBeNull();
  }
});
