/**
 * Parts of the AI SDK's client that are never used in a browser, a fifth of every page's code: a hosted model gateway,
 * and schemas for what servers check.
 */
const gateway = { browser: './components/ui/gateway-stub.mjs' };
const zod = { browser: './components/ui/zod-stub.mjs' };
const resolveAlias = {
  '@ai-sdk/gateway': gateway,
  'zod/v4': zod,
  'zod/v4/mini': zod,
  'zod/v4/core': zod,
  'zod/v4/locales/en.js': zod,
};

/**
 * For an image (`AMBER_IMAGE=1 next build`): the server is self-contained in `.next/standalone`. Files that it reads by
 * path at run time, without importing them, are listed here.
 */
const image = {
  output: 'standalone',
  outputFileTracingIncludes: {
    '/*': [
      './db/migrations/**/*',
      './lib/uploads/reader/**/*',
      './node_modules/unpdf/**/*',
      './node_modules/sax/**/*',
      './node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js',
      './node_modules/@electric-sql/pglite/dist/**/*',
    ],
  },
};

export default {
  ...(process.env.AMBER_IMAGE === '1' && image),
  reactStrictMode: true,
  poweredByHeader: false,
  // No image comes from elsewhere: the endpoint that would fetch and resize one answers 404.
  images: { unoptimized: true },
  serverExternalPackages: [
    '@electric-sql/pglite',
    '@redis/client',
    '@vscode/ripgrep',
    'postgres',
    'nodemailer',
    'prom-client',
  ],
  // `npm test` and `npm run check` check the types; the build would repeat that, a sixth of its work.
  typescript: { ignoreBuildErrors: true },
  // For browser specs, which start many apps and open few pages of each.
  ...(process.env.AMBER_PAGES_LATE === '1' && { experimental: { preloadEntriesOnStart: false } }),
  turbopack: { root: import.meta.dirname, resolveAlias },
};
