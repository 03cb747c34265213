import { readFileSync, writeFileSync } from 'node:fs';

// `node --import` of this file: at SIGUSR2 the process's clock is set to what CLOCK_FILE says, in milliseconds from the
// right time, and that is written to CLOCK_FILE with a full stop. Timers go on as they do when a clock is set.

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
