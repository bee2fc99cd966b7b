/** Lets this node load our TypeScript directly: `@/` is the root, and file extensions are omitted. */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './run.mjs';

const here = pathToFileURL(join(root, '/')).href;

registerHooks({
  resolve(specifier, context, next) {
    const isFromUs = context.parentURL?.startsWith(here) && !context.parentURL.includes('/node_modules/');
    const isOurs = isFromUs && /^(?:@\/|\.\.?\/)/.test(specifier);
    const path = specifier.startsWith('@/') ? here + specifier.slice(2) : specifier;
    return next(isOurs && !/\.\w+$/.test(path) ? `${path}.ts` : path, context);
  },
});
