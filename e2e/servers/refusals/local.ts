/** What servers for local models (llama.cpp, and those built on it) refuse: they identify neither tool nor position. */
import type { Rule } from './rule.ts';
import { isNode } from './walk.ts';

const isAnchored = (pattern: string) => pattern.startsWith('^') && pattern.endsWith('$');

export const LOCAL: Rule[] = [
  {
    id: 'pattern-without-ends',
    api: 'llama.cpp',
    source: 'https://github.com/containers/kubernetes-mcp-server/issues/758',
    refuses: ({ node }) => isNode(node) && typeof node.pattern === 'string' && !isAnchored(node.pattern),
    says: () => "JSON schema conversion failed:\nPattern must start with '^' and end with '$'",
  },
  {
    id: 'pattern-that-does-not-compile',
    api: 'llama.cpp',
    source: 'https://github.com/codefuturist/email-mcp/issues/58',
    refuses: ({ node }) =>
      isNode(node) && typeof node.pattern === 'string' && /\(\?|\\[dws]/.test(node.pattern),
    says: () => 'Failed to initialize samplers: failed to parse grammar',
  },
  {
    id: 'long-repetition',
    api: 'llama.cpp',
    source: 'https://github.com/unslothai/unsloth/pull/7512',
    refuses: ({ node }) =>
      isNode(node) &&
      ['maxLength', 'minLength', 'maxItems', 'minItems'].some((key) => Number(node[key]) > 2_000),
    says: () => 'Failed to initialize samplers: failed to parse grammar',
  },
  {
    id: 'not',
    api: 'llama.cpp',
    source: 'https://github.com/ggml-org/llama.cpp/issues/14227',
    refuses: ({ node }) => isNode(node) && 'not' in node,
    says: () => 'JSON schema conversion failed:\nUnrecognized schema',
  },
];
