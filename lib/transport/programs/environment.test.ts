/** What a program is told about network access. */
import { afterEach, expect, it, vi } from 'vitest';
import { CERTIFICATES, PROXIES, programEnvironment } from './environment';

const network = [...CERTIFICATES, ...PROXIES];

afterEach(() => void vi.unstubAllEnvs());

it('holds where certificates and proxies are, but no proxy that is told a password', async () => {
  for (const name of network) vi.stubEnv(name, undefined);
  const given = {
    NODE_EXTRA_CA_CERTS: '/etc/company.pem',
    SSL_CERT_FILE: '/etc/all.pem',
    SSL_CERT_DIR: '/etc/certs',
    HTTP_PROXY: 'http://proxy.example:3128',
    no_proxy: 'localhost,.example',
  };
  const secret = {
    HTTPS_PROXY: 'http://noor:pass@proxy.example:3128',
    https_proxy: 'noor:pass@proxy:3128',
  };
  for (const [name, value] of Object.entries({ ...given, ...secret })) vi.stubEnv(name, value);
  const environment = programEnvironment({});
  const seen = Object.entries(environment).filter(([name]) => network.includes(name));
  expect(Object.fromEntries(seen)).toEqual(given);
});
