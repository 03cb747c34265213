import { FilePathSource } from 'mediabunny';

import { readVideo } from './video-facts.ts';

// Reads a video's facts in a process of its own, because it opens untrusted files and may be killed at any moment. It is
// started by features/media with `input` and no environment, and answers with one line of JSON. Nothing is decoded.

const [input = ''] = process.argv.slice(2);

const answer = await readVideo(new FilePathSource(input));
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
