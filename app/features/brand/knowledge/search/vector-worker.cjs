// Runs in a thread of its own, from its text: holds embeddings of profiles and compares all of one profile with a question's.
const { parentPort } = process.getBuiltinModule('node:worker_threads');

/** By profile: parts of { ids, words, norms }. Embeddings are words of four signed bytes, filled up to whole groups of rows. */
const held = new Map();
/** Rows compared at once, which takes two thirds of the time. */
const GROUP = 4;

/** The signed bytes of words, each as a number. */
function bytesOf(words) {
  const bytes = new Int32Array(words.length * 4);
  for (const [at, word] of words.entries()) {
    for (let byte = 0; byte < 4; byte += 1) bytes[at * 4 + byte] = (word << (24 - 8 * byte)) >> 24;
  }
  return bytes;
}

function normsOf(words, rows) {
  const bytes = new Int8Array(words.buffer);
  const length = bytes.length / (Math.ceil(rows / GROUP) * GROUP);
  return Float32Array.from({ length: rows }, (_, row) => {
    let sum = 0;
    for (let at = row * length; at < (row + 1) * length; at += 1) sum += bytes[at] ** 2;
    return Math.sqrt(sum) || 1;
  });
}

/** Of the four bytes of a word with four of a question: reading them at once is quicker. */
function product(word, a, b, c, d) {
  return (
    Math.imul(a, (word << 24) >> 24) +
    Math.imul(b, (word << 16) >> 24) +
    Math.imul(c, (word << 8) >> 24) +
    Math.imul(d, word >> 24)
  );
}

/** The products of a question with the embeddings of a group. */
function multiply(question, words, from, sums) {
  const width = question.length / 4;
  const [second, third, fourth] = [from + width, from + 2 * width, from + 3 * width];
  let [one, two, three, four] = [0, 0, 0, 0];
  for (let at = 0, byte = 0; at < width; at += 1, byte += 4) {
    const a = question[byte];
    const b = question[byte + 1];
    const c = question[byte + 2];
    const d = question[byte + 3];
    one = (one + product(words[from + at], a, b, c, d)) | 0;
    two = (two + product(words[second + at], a, b, c, d)) | 0;
    three = (three + product(words[third + at], a, b, c, d)) | 0;
    four = (four + product(words[fourth + at], a, b, c, d)) | 0;
  }
  sums[0] = one;
  sums[1] = two;
  sums[2] = three;
  sums[3] = four;
}

function rank({ key, question, limit }) {
  const bytes = bytesOf(question);
  const sums = new Int32Array(GROUP);
  const best = [];
  let least = -Infinity;
  for (const { ids, words, norms } of held.get(key) ?? []) {
    for (let row = 0; row < ids.length; row += 1) {
      if (row % GROUP === 0) multiply(bytes, words, row * question.length, sums);
      const score = sums[row % GROUP] / norms[row];
      if (best.length === limit && score <= least) continue;
      let place = best.length;
      while (place > 0 && best[place - 1].score < score) place -= 1;
      best.splice(place, 0, { id: ids[row], score });
      if (best.length > limit) best.pop();
      least = best.length === limit ? best[limit - 1].score : -Infinity;
    }
  }
  return best.map(({ id }) => id);
}

parentPort.on('message', (task) => {
  if (task.kind === 'drop') held.delete(task.key);
  if (task.kind === 'add') {
    const { key, ids, words } = task;
    const parts = held.get(key) ?? [];
    parts.push({ ids, words, norms: normsOf(words, ids.length) });
    held.set(key, parts);
  }
  if (task.question) parentPort.postMessage({ id: task.id, answer: rank(task.question) });
});
