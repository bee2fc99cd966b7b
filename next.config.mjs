/** The browser never talks to a hosted model gateway: aliasing it away takes 30 kB (gzip) off every page. */
const gatewayStub = './components/ui/gateway-stub.mjs';

export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // Nothing here is an image from elsewhere: the address that would fetch and shrink one answers 404.
  images: { unoptimized: true },
  serverExternalPackages: ['@electric-sql/pglite', 'postgres', 'nodemailer'],
  // `npm test` and `npm run check` look at the types; the build would do it again, a sixth of its work.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname, resolveAlias: { '@ai-sdk/gateway': { browser: gatewayStub } } },
};
