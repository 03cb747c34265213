import { Server } from 'node:http';

// Loaded before the app with `--import`: a request's header says where it fails.

/** @type {Record<string, (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void>} */
const FAULTS = {
  data: (request) => void request.on('data', fail),
  close: (_request, response) => void response.once('close', fail),
  finish: (_request, response) => void response.once('finish', fail),
  error: (request) =>
    void process.nextTick(() => request.emit('error', new Error('injected fault'))),
  timer: () => void setTimeout(fail),
  rejection: () => void Promise.resolve().then(fail),
};

function fail() {
  throw new Error('injected fault');
}

const emit = Server.prototype.emit;
/** @this {Server} @param {string} event @param {any[]} args */
Server.prototype.emit = function (event, ...args) {
  if (event === 'request') {
    const [request, response] = args;
    FAULTS[request.headers['x-fault']]?.(request, response);
  }
  return Reflect.apply(emit, this, [event, ...args]);
};
