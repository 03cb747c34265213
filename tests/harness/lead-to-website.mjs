import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

// Loaded before the app with `--import`: a name of the documentation leads to a website that the test serves. The app takes it
// for a public one and checks it as such, so nothing of the app is loosened.

const HOST = 'bakery.example';
const PUBLIC = { address: '93.184.216.34', family: 4 };

const { lookup } = dns;
const { connect } = net;

/** @param {string} host @param {any[]} rest */
function leadingLookup(host, ...rest) {
  if (host !== HOST) return Reflect.apply(lookup, dns, [host, ...rest]);
  rest.at(-1)(null, [PUBLIC]);
}

/** @param {any[]} args */
function leadingConnect(...args) {
  const [options] = args;
  if (options?.host !== 'checked.invalid') return Reflect.apply(connect, net, args);
  return connect(Number(process.env.SERVED_WEBSITE_PORT), '127.0.0.1');
}

Object.assign(dns, { lookup: leadingLookup });
Object.assign(net, { connect: leadingConnect });
syncBuiltinESMExports();
