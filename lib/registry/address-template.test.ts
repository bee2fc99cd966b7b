/** What an address may contain: no value leads to another host, path, user or password than the template says. */
import { expect, it } from 'vitest';
import { addressOf, isUsableTemplate } from './address-template';

const fill = (template: string, values: Record<string, string>) =>
  addressOf(template, new Map(Object.entries(values)));

it.each([
  ['https://mcp.example.com/mcp', {}, 'https://mcp.example.com/mcp'],
  ['https://{tenant}.example.com/mcp', { tenant: 'acme' }, 'https://acme.example.com/mcp'],
  ['https://api-{region}.example.com/', { region: 'eu-1' }, 'https://api-eu-1.example.com/'],
  ['https://{host}/mcp', { host: 'mcp.example.com:8443' }, 'https://mcp.example.com:8443/mcp'],
  ['https://api.{domain}:{port}/mcp', { domain: 'a.example', port: '81' }, 'https://api.a.example:81/mcp'],
  ['{baseUrl}/mcp?x=1', { baseUrl: 'https://my.example.com/a/' }, 'https://my.example.com/a/mcp?x=1'],
  ['{baseUrl}', { baseUrl: 'https://my.example.com/a/mcp' }, 'https://my.example.com/a/mcp'],
  [
    'https://e.example/{team}/mcp?q={q}',
    { team: 'a/b ?#é', q: '&x=1#' },
    'https://e.example/a%2Fb%20%3F%23%C3%A9/mcp?q=%26x%3D1%23',
  ],
  ['https://e.example/{team}', { team: '%2e%2e' }, 'https://e.example/%252e%252e'],
])('makes an address of %s', (template, values, address) => {
  expect(isUsableTemplate(template)).toBe(true);
  expect(fill(template, values as Record<string, string>)).toBe(address);
});

it.each([
  ...[
    'evil.example/',
    'evil.example#',
    'evil.example?',
    'me@evil.example',
    'a\\',
    'a b',
    '',
    '.',
    'é',
    'a:80',
  ].map((tenant) => ['https://{tenant}.example.com/mcp', { tenant }] as const),
  ...['a.b', '-', 'x.evil'].map((region) => ['https://api-{region}.example.com/', { region }] as const),
  ...['evil.example/x', 'u:p@h', 'a:b', '[::1]', '{tenant}'].map(
    (host) => ['https://{host}/mcp', { host }] as const,
  ),
  ...['80/x', '', 'x', '123456', '99999'].map((port) => ['https://a.example:{port}/mcp', { port }] as const),
  ...[
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://u:p@a.example',
    'https://a.example?x=',
    'https://a.example#',
    'https://a.example/../x',
    '//a.example',
    'a.example',
    'https://a\\@b.example',
  ].map((baseUrl) => ['{baseUrl}/mcp', { baseUrl }] as const),
  ...['.', '..'].map((team) => ['https://e.example/{team}/mcp', { team }] as const),
])('takes no value that leads elsewhere: %s with %o', (template, values) => {
  expect(fill(template, values)).toBeNull();
});

it.each([
  'https://api.example.com{suffix}',
  'https://api.example.com{suffix}/mcp',
  'https://{a}{b}/mcp',
  'https://{user}@example.com/',
  'https://me:{pass}@example.com/',
  'https://good.example\\@evil.example/mcp',
  'https://ex{a}mple/mcp',
  'javascript:{x}',
  'ftp://example.com/',
  'https:///mcp',
  '//example.com',
  '/mcp',
  '{scheme}://example.com/',
  'https://example.com/a b',
  'https://exämple.com/',
  'https://example.com/{not a name}/',
  'https://example.com/{{x}}/',
  'https://example.com/../{x}',
  'https://example.com/\u202e',
  'https://example.com/#{x}',
  'https://[{x}]/mcp',
])('does not take a template of which nobody could tell the host: %s', (template) => {
  expect(isUsableTemplate(template)).toBe(false);
});
