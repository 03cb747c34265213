/** A bare Socket.IO server: a POST is sent to everyone in the room. */
import http from 'node:http';

import { Server } from 'socket.io';

const server = http.createServer((request, response) => {
  if (request.method !== 'POST') {
    response.end('ready');
    return;
  }
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (part: string) => (text += part));
  request.on('end', () => {
    io.to('everybody').emit('change', text);
    response.end('ok');
  });
});
const io = new Server(server, { serveClient: false });
io.on('connection', (socket) => void socket.join('everybody'));
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
