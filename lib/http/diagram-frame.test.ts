import { expect, it } from 'vitest';
import { diagramFrame } from './diagram-frame';

const policyOf = (response: Response) =>
  new Map(
    (response.headers.get('content-security-policy') ?? '').split('; ').map((line) => {
      const [name = '', ...sources] = line.split(' ');
      return [name, sources];
    }),
  );

it('runs its own scripts in a sandbox of no origin, and reaches nothing', async () => {
  const response = await diagramFrame(new Headers());
  const policy = policyOf(response);
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('sandbox')).toEqual(['allow-scripts']);
  expect(policy.get('frame-ancestors')).toEqual(["'self'"]);
  expect(policy.get('script-src')?.every((source) => /^'sha256-[\w+/=]{44}'$/.test(source))).toBe(true);
  // Whatever else is allowed is neither an address nor a way to run a text.
  policy.delete('frame-ancestors');
  expect([...policy.values()].flat().join(' ')).not.toMatch(/https?:|\*|data:|blob:|'self'|unsafe-eval/);
});

it('holds as many scripts as its policy names: none of them ends early', async () => {
  const response = await diagramFrame(new Headers());
  const html = await response.clone().text();
  const scripts = policyOf(response).get('script-src') ?? [];
  expect(html.split('<script>').length - 1).toBeGreaterThanOrEqual(scripts.length);
  expect(html.match(/<\/script/gi)).toHaveLength(scripts.length);
});

it('is sent once, as long as it is the same', async () => {
  const first = await diagramFrame(new Headers());
  const etag = first.headers.get('etag') ?? '';
  const again = await diagramFrame(new Headers({ 'if-none-match': etag }));
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await diagramFrame(new Headers({ 'if-none-match': '"another"' }))).status).toBe(200);
});
