/** The workspace's tools as printed in docs/workspace.md, from their declarations. */
import { workspaceTools } from '../../mcp/workspace/tools/index.ts';

export const BEGIN = '<!-- printed by npm run workspace-table -->';
export const END = '<!-- end of the table of tools -->';

/** Markdown, between the markers. */
export function workspaceTable(): string {
  const rows = workspaceTools
    .filter(({ companion }) => !companion)
    .map(({ name, input, output, annotations, silent }) => {
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
      const hints = [readOnlyHint, destructiveHint, idempotentHint, openWorldHint].map((one) =>
        one ? 'yes' : 'no',
      );
      const cells = [
        `\`${name}\`${silent ? ' (silent)' : ''}`,
        fieldsOf(input.shape),
        fieldsOf(output.shape),
        ...hints,
      ];
      return `| ${cells.join(' | ')} |`;
    });
  const head = [
    '| tool | takes | answers | reads only | destroys | idempotent | open world |',
    `${'| --- '.repeat(7)}|`,
  ];
  return [BEGIN, ...head, ...rows, END].join('\n');
}

function fieldsOf(shape: Record<string, { safeParse(value: unknown): { success: boolean } }>): string {
  const names = Object.entries(shape).map(([name, field]) =>
    field.safeParse(undefined).success ? `${name}?` : name,
  );
  return names.join(', ') || 'nothing';
}
