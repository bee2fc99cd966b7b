// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { READ_ONLY } from '@/mcp/annotations';
import type { CallFacts } from './call-view';
import { sampleApproval } from './testing/sample-approval';
import { ToolCall } from './tool-call';

vi.mock('@/components/shell/workspace', () => ({ useWorkspace: () => ({ goTo() {}, side: {} }) }));

afterEach(cleanup);

const answer = async () => ({ ok: true }) as const;
const unknownCalls = { resolve: answer, check: async () => ({ ok: false as const, message: '' }) };

function call(ordered: boolean, part: object, approval?: ApprovalView) {
  const of = { type: 'dynamic-tool', toolName: 'x', toolCallId: 'call-1', input: {}, ...part };
  const named = { server: 'amber', tool: 'invoices_list', title: 'List invoices', trusted: true };
  const metadata = { ...named, risk: 'read-only' as const, annotations: READ_ONLY };
  return (
    <ToolCall
      facts={{ part: of as CallFacts['part'], metadata, approval }}
      viewer={{ id: 'u1' }}
      isPast={false}
      ordered={ordered}
      mode="default"
      onDecide={answer}
      unknownCalls={unknownCalls}
    />
  );
}
const isOpen = () => screen.getAllByRole('button')[0]?.getAttribute('aria-expanded');
const done = { state: 'output-available', output: { content: [], structuredContent: { city: 'Hamburg' } } };

it('a call stands open where a button has ordered it, but not beside its card', () => {
  const { rerender } = render(call(true, done));
  expect(isOpen()).toBe('true');
  rerender(call(true, { state: 'approval-requested', approval: { id: 'a' } }, sampleApproval()));
  expect(isOpen()).toBe('false');
  rerender(call(true, { state: 'output-error', errorText: 'It has changed since.' }));
  expect(isOpen()).toBe('false');
  rerender(call(false, done));
  expect(isOpen()).toBe('false');
});
