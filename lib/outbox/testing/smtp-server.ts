/** For tests: a mail server on a free port that stores what it receives, or refuses it. */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and text as they came. */
  data: string;
}

export interface SmtpServer {
  url: string;
  received: ReceivedMail[];
  /** The response to a recipient; `250 ok` accepts the mail. */
  recipientAnswer: string;
  close(): Promise<void>;
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const state = { url: '', received: [] as ReceivedMail[], recipientAnswer: '250 ok' };
  const server = createServer((socket) => {
    sockets.add(socket);
    serve(socket, state);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  return Object.assign(state, { close });
}

function serve(socket: Socket, state: Pick<SmtpServer, 'received' | 'recipientAnswer'>): void {
  let mail: ReceivedMail = { from: '', to: [], data: '' };
  let inData = false;
  let buffer = '';
  const say = (line: string) => socket.write(`${line}\r\n`);
  const command = (line: string) => {
    const address = /<(.*)>/.exec(line)?.[1] ?? '';
    if (/^(EHLO|HELO|RSET|NOOP)/i.test(line)) return say('250 ok');
    if (/^MAIL/i.test(line)) {
      mail = { from: address, to: [], data: '' };
      return say('250 ok');
    }
    if (/^RCPT/i.test(line)) {
      mail.to.push(address);
      return say(state.recipientAnswer);
    }
    if (/^DATA/i.test(line)) {
      inData = true;
      return say('354 go on');
    }
    return say(/^QUIT/i.test(line) ? '221 bye' : '502 unknown');
  };
  say('220 test');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    buffer += chunk;
    for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      if (!inData) command(line);
      else if (line !== '.') mail.data += `${line}\n`;
      else {
        inData = false;
        state.received.push(mail);
        say('250 taken');
      }
    }
  });
}
