/**
 * Tools for a server's own pages (MCP Apps): not for the model, whichever side says so; and a change of that has to be
 * reviewed.
 */
import { describe, expect, it } from 'vitest';
import { declarationChanges, weightOf } from '@/lib/servers/declaration-change';
import { declaredTool } from '@/lib/servers/declared-tool';
import { declaredListing, serverListing } from '@/lib/servers/server-listing';
import { plainTool } from './testing/scripted-server';

const seenBy = (visibility: unknown) => ({ _meta: { ui: { visibility } } });

const TOOLS = [
  plainTool('both', seenBy(['model', 'app'])),
  plainTool('model_only', seenBy(['model'])),
  plainTool('app_only', seenBy(['app'])),
  plainTool('neither', seenBy(['nobody'])),
  plainTool('unsaid'),
  plainTool('empty', seenBy([])),
  plainTool('odd', seenBy('app')),
  plainTool('odd_ui', { _meta: { ui: 'app' } }),
];

describe('tools that are for an app only', () => {
  it.each([true, false])('are not the model\u2019s, and are told of (trusted: %s)', (trusted) => {
    const { tools, companions, problems } = serverListing(declaredListing(TOOLS), { trusted });
    expect(tools.map(({ name }) => name)).toEqual(['both', 'model_only', 'unsaid', 'empty', 'odd', 'odd_ui']);
    expect(companions.map(({ name, isForApp }) => [name, isForApp])).toEqual([
      ['app_only', true],
      ['neither', true],
    ]);
    expect(problems).toEqual([]);
  });

  it('that are to be the model\u2019s from now on are off until an admin has looked, the other way they go at once', () => {
    const [app, plain] = [seenBy(['app']), {}].map((more) => declaredTool(plainTool('t', more)).declaration);
    if (!app || !plain) throw new Error('Two declarations were made.');
    expect(weightOf(declarationChanges(app, plain))).toBe('loosened');
    expect(weightOf(declarationChanges(plain, app))).toBe('tightened');
  });
});
