/** Why a server that is being added cannot be reached, and what to try: with real failures, in both languages. */
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { messagesOf } from '@/components/words/catalogue';
import { speak } from '@/components/words/say';
import { told } from '@/components/words/told';
import { UNREACHED, unreached } from '@/lib/transport/unreached';
import { remedyFor } from './remedy';

async function failureAt(url: string): Promise<string> {
  const error = await fetch(url).then(
    () => new Error('It answered.'),
    (thrown: unknown) => thrown,
  );
  return unreached(error).message;
}

const failed = (code: string) =>
  unreached(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })).message;

describe('what cannot be reached', () => {
  it('is told apart: a name that is not known, a refusal, no answer in time, a certificate', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => closed.once('listening', done));
    const { port } = closed.address() as { port: number };
    await new Promise((done) => closed.close(done));
    expect(await failureAt(`http://127.0.0.1:${port}/mcp`)).toBe(UNREACHED.refused);
    expect(failed('ENOTFOUND')).toBe(UNREACHED.name);
    expect(failed('UND_ERR_CONNECT_TIMEOUT')).toBe(UNREACHED.late);
    expect(failed('CERT_HAS_EXPIRED')).toBe(UNREACHED.certificate);
    expect(failed('EHOSTUNREACH')).toBe('cannot be reached');
    expect(unreached(new Error('?'))).toMatchObject({ delivery: 'unknown' });
  });

  it('comes with what can be tried, and nothing where nothing is known to help', () => {
    for (const clause of [
      ...Object.values(UNREACHED),
      'does not speak MCP as expected',
      'answered with HTTP 404',
    ])
      expect([clause, remedyFor(`The server ${clause}.`)]).not.toEqual([clause, '']);
    expect(remedyFor('The server answered with HTTP 500.')).toBe('');
  });

  it('is said in German, whole', () => {
    speak({ locale: 'de', messages: messagesOf('de') });
    const problem = `The server ${UNREACHED.name}.`;
    expect(told(`${problem} ${remedyFor(problem)} It was not added.`)).toBe(
      'Der Server ist nicht erreichbar: Diesen Namen gibt es im Internet nicht. Prüfen Sie, ob seine Adresse richtig geschrieben ist. Er wurde nicht hinzugefügt.',
    );
    for (const clause of [
      ...Object.values(UNREACHED),
      'does not speak MCP as expected',
      'did not answer the handshake within 10 s',
    ])
      for (const end of ['It was not added.', 'Nothing was changed.']) {
        const why = `The server ${clause}.`;
        expect(told(`${why} ${remedyFor(why)} ${end}`)).not.toMatch(
          /\b(?:the|check|server cannot|It was|Nothing was)\b/,
        );
      }
    speak({ locale: 'en', messages: messagesOf('en') });
  });
});
