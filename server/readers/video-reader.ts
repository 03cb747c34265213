import { FilePathSource } from 'mediabunny';

import { readVideo } from './video-facts.ts';

// Reads what one video is, in a process of its own that may be killed at any moment: it opens what providers made. It is
// started by features/media with `input` and no environment, and answers with one line of JSON. Nothing is decoded.

const [input = ''] = process.argv.slice(2);

const answer = await readVideo(new FilePathSource(input));
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
