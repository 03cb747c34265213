import { readFileSync, writeFileSync } from 'node:fs';

// Loaded with `node --import`: at SIGUSR2, the process's clock is set to CLOCK_FILE's content, in milliseconds from the
// right time, which is then written back with a period. Timers continue, as when a real clock is changed.

const file = process.env.CLOCK_FILE ?? '';
let shift = 0;

globalThis.Date = new Proxy(Date, {
  construct(target, args: unknown[], made) {
    return Reflect.construct(target, args.length > 0 ? args : [target.now() + shift], made) as Date;
  },
  get(target, name, receiver) {
    if (name === 'now') return () => target.now() + shift;
    return Reflect.get(target, name, receiver) as unknown;
  },
});

process.on('SIGUSR2', () => {
  shift = Number(readFileSync(file, 'utf8'));
  writeFileSync(file, `${shift}.`);
});
