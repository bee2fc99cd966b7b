/** The frame of a server's page: what its policy allows, and that no text can create a frame within it. */
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { appFrame, failedFrame, PROLOGUE } from './app-frame';

const policyOf = (response: Response) =>
  new Map(
    (response.headers.get('content-security-policy') ?? '').split('; ').map((line) => {
      const [name = '', ...sources] = line.split(' ');
      return [name, sources];
    }),
  );
const csp = (resourceDomains: unknown, connectDomains: unknown) => ({
  html: '',
  meta: {
    csp: {
      resourceDomains,
      connectDomains,
      frameDomains: ['https://x.com'],
      baseUriDomains: ['https://x.com'],
    },
  },
});
const isAddress = (source: string) => /^(?:https?|wss?):|\*|'self'|'unsafe-eval'/.test(source);

it('has no origin, and reaches nothing that nobody vouches for', () => {
  for (const policy of [
    policyOf(appFrame({ html: '', meta: {} }, true)),
    policyOf(appFrame(csp(['https://cdn.example.com'], ['https://api.example.com']), false)),
  ]) {
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('sandbox')).toEqual(['allow-scripts']);
    expect(policy.get('trusted-types')).toEqual(['default']);
    expect(policy.get('frame-ancestors')).toEqual(["'self'"]);
    policy.delete('frame-ancestors');
    expect([...policy.values()].flat().filter(isAddress)).toEqual([]);
  }
});

it('reaches what a vouched server has named, and nothing looser', () => {
  const named = ['https://cdn.example.com', 'https://*.example.org:8443'];
  const odd = [
    ...[
      '*',
      'https:',
      'https://*',
      'https://*.com',
      'http://example.com',
      'https://localhost',
      'https://127.0.0.1',
    ],
    ...[
      'https://[::1]',
      "'unsafe-eval'",
      'data:',
      'https://a.com; script-src *',
      'https://a.com https://b.com',
      'https://a.com/x',
      7,
    ],
  ];
  const policy = policyOf(appFrame(csp([...named, ...odd], ['wss://live.example.com', ...odd]), true));
  expect(policy.get('script-src')).toEqual(["'unsafe-inline'", ...named]);
  expect(policy.get('img-src')).toEqual(['data:', 'blob:', ...named]);
  expect(policy.get('connect-src')).toEqual(['wss://live.example.com']);
  expect([policy.get('frame-src'), policy.get('base-uri')]).toEqual([undefined, ["'none'"]]);
  expect(
    policyOf(appFrame(csp('https://a.com', { 0: 'https://a.com' }), true)).get('connect-src'),
  ).toBeUndefined();
});

const FRAMES = [
  ...[
    '<iframe srcdoc=x>',
    '<IFRAME\nsrc=x>',
    '<iframe/src=x>',
    '<iFrame',
    '<object data=x>',
    '<embed>',
    '<frame>',
    '<frameset>',
  ],
  ...[
    '<portal>',
    '<fencedframe>',
    '</iframe>',
    '<p><iframe>',
    '<<iframe>',
    '<a<iframe>',
    `<svg><foreignObject><iframe>`,
  ],
];
const OF_XML = [
  '<h:iframe xmlns:h="x">',
  '<\u00e9:object/>',
  '<!ENTITY e "x">',
  `<${'a'.repeat(200)}:iframe>`,
];
const NO_FRAMES = [
  '<p>iframe</p>',
  '<iframes>',
  '<i frame>',
  '< iframe>',
  '<framework>',
  '<objects/>',
  '<p title="x > y">',
  '',
];

it('turns every frame in a text into what means nothing', async () => {
  const { createHTML } = prologue();
  for (const text of [...FRAMES, ...OF_XML])
    expect(createHTML(text, 't', 'Element innerHTML')).toContain('<x-');
  for (const text of NO_FRAMES) expect(createHTML(text, 't', 'Element innerHTML')).toBe(text);
  expect(createHTML('<iframe>a<b><iframe>', 't', 'x')).toBe('<x-iframe>a<b><x-iframe>');
  expect(createHTML('<script>x()</script>', 't', 'HTMLIFrameElement srcdoc')).toBe('');
  for (const text of FRAMES) expect(await appFrame({ html: text, meta: {} }, true).text()).toContain('<x-');
  for (const text of NO_FRAMES)
    expect(await appFrame({ html: text, meta: {} }, true).text()).toBe(
      `<!doctype html><script>${PROLOGUE}</script>${text}`,
    );
});

it('has looked at a page of nothing but beginnings of names before it is asked for again', async () => {
  const [most, names] = [5_000_000, '<a:'];
  for (const html of ['<'.repeat(most), names.repeat(most / names.length)])
    expect(await appFrame({ html: `${html}<iframe>`, meta: {} }, true).text()).toContain('<x-iframe>');
});

it('goes to no address that is a script, and runs what it says elsewhere', () => {
  const { createScript } = prologue();
  expect(createScript("'<iframe>'", 'TrustedScript', 'Location href')).toBeNull();
  for (const sink of ['HTMLScriptElement text', 'Element onclick', 'Window setTimeout'])
    expect(createScript('x()', 'TrustedScript', sink)).toBe('x()');
});

it('begins with what takes the ways out away, and says its own end nowhere', async () => {
  const html = '\uFEFF <!DOCTYPE html PUBLIC "x"><html lang="en"><p>';
  expect(await appFrame({ html, meta: {} }, true).text()).toBe(
    `<!doctype html><script>${PROLOGUE}</script><html lang="en"><p>`,
  );
  expect(PROLOGUE).not.toMatch(/<\/script|<!--/i);
  const { page } = prologue();
  expect([
    page.RTCPeerConnection,
    page.webkitRTCPeerConnection,
    page.WebTransport,
    page.XSLTProcessor,
  ]).toEqual(Array(4).fill(undefined));
  expect(page.Document.prototype.write).toBeUndefined();
});

it('says in the place of a page why there is none, as text', async () => {
  const response = failedFrame('It said <script>"x"</script>.');
  expect(await response.text()).not.toContain('<script');
  expect(policyOf(response).get('sandbox')).toEqual([]);
});

type Policy = Record<
  'createHTML' | 'createScript',
  (text: string, type: string, sink: string) => string | null
>;
interface Page extends Record<string, unknown> {
  Document: { prototype: Record<string, unknown> };
}

/** What it leaves of a page, and the policy that it creates there. */
function prologue(): { page: Page } & Policy {
  const made: Policy[] = [];
  const page: Page = {
    RTCPeerConnection: 1,
    webkitRTCPeerConnection: 1,
    WebTransport: 1,
    XSLTProcessor: 1,
    Document: { prototype: { write() {}, writeln() {}, open() {} } },
    trustedTypes: { createPolicy: (_: string, policy: Policy) => made.push(policy) },
  };
  runInNewContext(PROLOGUE, page);
  const [policy] = made;
  if (!policy) throw new Error('It made no policy.');
  return { page, ...policy };
}
