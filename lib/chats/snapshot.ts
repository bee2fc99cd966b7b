/** From messages as the page shows them to a snapshot: pure. Every text of it has gone through the mask. */
import type { CallMetadata, CallOutput } from '@/lib/execution/call-record';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { maskedText, maskedValue } from '@/lib/transport/masked-value';
import type { Snapshot, SnapshotMessage, SnapshotPart } from './snapshot-view';

/** Of a call's answer; more is for the page. In characters. */
const LONGEST_RESULT = 20_000;

export function snapshotOf(title: string, messages: readonly AmberMessage[]): Snapshot {
  return { title: maskedText(title), messages: messages.map(messageOf) };
}

function messageOf({ role, metadata, parts }: AmberMessage): SnapshotMessage {
  const at = metadata?.createdAt;
  return {
    role: role === 'user' ? 'user' : 'assistant',
    ...(at !== undefined && { at }),
    parts: parts.flatMap(partOf),
  };
}

function partOf(part: AmberMessage['parts'][number]): SnapshotPart[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [{ type: 'text', text: maskedText(part.text) }];
    case 'data-attachment':
      return [{ type: 'file', name: maskedText(part.data.name), size: part.data.size }];
    case 'data-notice':
      return part.data.isKnown ? [] : [{ type: 'notice', text: maskedText(part.data.text) }];
    case 'data-run-error':
      return [{ type: 'notice', text: maskedText(part.data.message) }];
    case 'dynamic-tool': {
      const { server, tool, title, silent } = (part.toolMetadata ?? {}) as unknown as Partial<CallMetadata>;
      if (silent) return [];
      const call = { type: 'call' as const, state: part.state, input: maskedValue(part.input) };
      const named = { title: title ?? part.toolName, server: server ?? '', tool: tool ?? part.toolName };
      if (part.state === 'output-available')
        return [{ ...call, ...named, output: outputOf(part.output as CallOutput) }];
      return [
        { ...call, ...named, ...(part.state === 'output-error' && { error: maskedText(part.errorText) }) },
      ];
    }
    default:
      return [];
  }
}

/** Its structure, or its words; pictures and files stay where they are. */
function outputOf(output: CallOutput | undefined): unknown {
  const { structuredContent, content = [] } = output ?? {};
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : [`[${part.type}]`]));
  const value = maskedValue(structuredContent ?? texts.join('\n'));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST_RESULT ? `${text.slice(0, LONGEST_RESULT)}\u2026` : value;
}
