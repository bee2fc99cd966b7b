/** The browser never talks to a hosted model gateway: aliasing it away takes 30 kB (gzip) off every page. */
const gatewayStub = './components/ui/gateway-stub.mjs';

export default {
  reactStrictMode: true,
  poweredByHeader: false,
  serverExternalPackages: ['@electric-sql/pglite', 'postgres', 'nodemailer'],
  turbopack: { root: import.meta.dirname, resolveAlias: { '@ai-sdk/gateway': { browser: gatewayStub } } },
};
