/**
 * How a connection to PostgreSQL begins. postgres.js 3.4.9 ignores a connection that is closed before it sent a byte
 * and opens the next one at once, for ever. A load balancer without a server behind it closes connections like that,
 * and the query would never be answered. Here that counts as a failure like any other.
 */
import { Socket } from 'node:net';

interface Place {
  host: string[];
  port: number[];
  path?: string | false | undefined;
}

/** For the driver's option `socket`: gets all of the driver's options, and returns a socket that is not connected yet. */
export function openSocket(options: object): Socket {
  const { host, port, path } = options as Place;
  const socket = new Socket();
  let isConnected = false;
  socket.once('connect', () => {
    isConnected = true;
  });
  // Runs before the driver's own listener, which would reconnect.
  socket.once('close', (hadError) => {
    if (hadError || !isConnected || socket.bytesRead > 0) return;
    const gone = new Error('The connection was closed before PostgreSQL had said anything.');
    socket.emit('error', Object.assign(gone, { code: 'CONNECTION_CLOSED' }));
  });
  // The driver checks the server's certificate against this name.
  if (!path) Object.assign(socket, { host: host[0], port: port[0] });
  if (path) socket.connect(path);
  else socket.connect(port[0] ?? 5432, host[0] ?? 'localhost');
  return socket;
}
