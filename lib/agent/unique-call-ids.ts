/**
 * Gives a model's call an id of our own if the model's is unsuitable. Some models restart their numbering with every
 * answer, or use an id twice; but everything about a call, above all its card and its one execution, depends on its id.
 */
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { wrapLanguageModel } from 'ai';
import { randomToken } from '@/db/ids';
import { restOfCallId, stepOfCallId } from '@/lib/plans/plan';
import { BESIDE } from '@/lib/store/calls';
import { mapStream } from '@/lib/values/map-stream';
import { storable } from '@/lib/values/text';

const MAX_CHARACTERS = 200;

/** @param used ids of the calls that the chat already contains; grows */
export function withUniqueCallIds(model: LanguageModelV4, used: Set<string>): LanguageModelV4 {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      wrapStream: async ({ doStream }) => {
        const { stream, ...rest } = await doStream();
        return { ...rest, stream: mapStream(stream, renaming(used)) };
      },
    },
  });
}

function renaming(used: Set<string>): (part: LanguageModelV4StreamPart) => LanguageModelV4StreamPart {
  /** Calls whose arguments are still being streamed, by the model's id. */
  const open = new Map<string, string>();
  const begin = (id: string) => {
    // Reserved for calls made beside the model, and by plans: a model sees such ids in the history, and must not use
    // one.
    const isOurs = id.startsWith(BESIDE) || (stepOfCallId(id) ?? restOfCallId(id)) !== undefined;
    const isUsable = id.length <= MAX_CHARACTERS && storable(id) === id && !isOurs;
    const ours = isUsable && id !== '' && !used.has(id) ? id : `call_${randomToken()}`;
    used.add(ours);
    open.set(id, ours);
    return ours;
  };
  return (part) => {
    switch (part.type) {
      case 'tool-input-start':
        return { ...part, id: begin(part.id) };
      case 'tool-input-delta':
      case 'tool-input-end':
        return { ...part, id: open.get(part.id) ?? part.id };
      case 'tool-call': {
        const toolCallId = open.get(part.toolCallId) ?? begin(part.toolCallId);
        open.delete(part.toolCallId);
        return { ...part, toolCallId };
      }
      default:
        return part;
    }
  };
}
