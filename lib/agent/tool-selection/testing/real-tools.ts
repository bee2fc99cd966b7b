/**
 * The tools that 45 real servers list, as connections would offer them, and messages for those that only read. Names,
 * texts and hints were listed by `scripts/interop/list-real-tools.mjs` (packages, versions and licences beside it;
 * texts cut at 400 characters). Which tools only read was judged by hand, by what they do: an answer is fetched,
 * computed or drawn, and nothing is stored anywhere. The messages were written before the selection was tuned on them:
 * for each tool its plain name, and two requests as people phrase them, with the service named where several tools do
 * the same.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolve, riskOf } from '@/mcp/annotations';
import type { SelectableTool } from '../types';

interface Line {
  server: string;
  name: string;
  title?: string;
  description: string;
  params?: string[];
  annotations?: Record<string, unknown>;
}

/** A person's message, and the one tool that it is for, by its name for the model. */
export interface RealMessage {
  text: string;
  tool: string;
  isName: boolean;
}

const linesOf = <Row>(file: string): Row[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

/** @param trusted whether all of their servers are trusted */
export function realTools(trusted: boolean): SelectableTool[] {
  return linesOf<Line>('real-tools.jsonl').map((line) => {
    const { server, name, title, description, params = [], annotations } = line;
    return {
      server,
      name,
      modelName: `${server}__${name}`,
      title: title ?? '',
      description,
      trusted,
      inputSchema: { type: 'object', properties: Object.fromEntries(params.map((one) => [one, {}])) },
      declared: annotations ?? {},
      risk: riskOf(resolve(annotations, trusted)),
      definitionHash: createHash('sha256').update(JSON.stringify(line)).digest('hex'),
    };
  });
}

/** Three for each read-only tool. */
export function realMessages(): RealMessage[] {
  return linesOf<{ tool: string; messages: string[] }>('real-messages.jsonl').flatMap(({ tool, messages }) =>
    messages.map((text, at) => ({ text, tool: tool.replace('/', '__'), isName: at === 0 })),
  );
}
