/**
 * How a connection to PostgreSQL begins. postgres.js 3.4.9 takes one that is closed before a byte has come for none at all and makes the
 * next one at once, for ever: a balancer that has no server to hand it to ends it so, and whoever waits for the query would never
 * be answered. Here such an end is a failure like any other.
 */
import { Socket } from 'node:net';

interface Place {
  host: string[];
  port: number[];
  path?: string | false | undefined;
}

/** For the driver's option `socket`, which it gives all its options; it takes the socket before it is connected. */
export function openSocket(options: object): Socket {
  const { host, port, path } = options as Place;
  const socket = new Socket();
  let isConnected = false;
  socket.once('connect', () => {
    isConnected = true;
  });
  // Before the driver's own listener, which would begin anew.
  socket.once('close', (hadError) => {
    if (hadError || !isConnected || socket.bytesRead > 0) return;
    const gone = new Error('The connection was closed before PostgreSQL had said anything.');
    socket.emit('error', Object.assign(gone, { code: 'CONNECTION_CLOSED' }));
  });
  // By this name the driver checks the server's certificate.
  if (!path) Object.assign(socket, { host: host[0], port: port[0] });
  if (path) socket.connect(path);
  else socket.connect(port[0] ?? 5432, host[0] ?? 'localhost');
  return socket;
}
