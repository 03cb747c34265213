// Runs in a thread of its own, from its text: holds embeddings of profiles and compares all of one profile with a question's.
const { parentPort } = process.getBuiltinModule('node:worker_threads');

/** By profile: parts of { ids, bytes, norms }. */
const held = new Map();

function normOf(bytes, from, dims) {
  let sum = 0;
  for (let at = from; at < from + dims; at += 1) sum += bytes[at] * bytes[at];
  return Math.sqrt(sum) || 1;
}

function rank({ key, question, limit }) {
  const dims = question.length;
  const best = [];
  let least = -Infinity;
  for (const { ids, bytes, norms } of held.get(key) ?? []) {
    for (let row = 0, from = 0; row < ids.length; row += 1, from += dims) {
      // Four sums at once, which takes three quarters of the time.
      let [sum, second, third, fourth] = [0, 0, 0, 0];
      let at = 0;
      for (; at + 3 < dims; at += 4) {
        sum = (sum + question[at] * bytes[from + at]) | 0;
        second = (second + question[at + 1] * bytes[from + at + 1]) | 0;
        third = (third + question[at + 2] * bytes[from + at + 2]) | 0;
        fourth = (fourth + question[at + 3] * bytes[from + at + 3]) | 0;
      }
      for (; at < dims; at += 1) sum += question[at] * bytes[from + at];
      sum += second + third + fourth;
      const score = sum / norms[row];
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
    const { key, ids, bytes, dims } = task;
    const norms = Float32Array.from(ids, (_, row) => normOf(bytes, row * dims, dims));
    const parts = held.get(key) ?? [];
    parts.push({ ids, bytes, norms });
    held.set(key, parts);
  }
  if (task.kind === 'rank') parentPort.postMessage({ id: task.id, ids: rank(task) });
});
