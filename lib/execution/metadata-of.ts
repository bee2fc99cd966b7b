/** What a call's row keeps of its tool. Pure. */
import type { ConnectedTool } from '@/lib/tools/types';
import type { CallMetadata } from './call-record';

type Described = Pick<
  ConnectedTool,
  | 'server'
  | 'name'
  | 'title'
  | 'trusted'
  | 'risk'
  | 'annotations'
  | 'silent'
  | 'subAgent'
  | 'asksAlways'
  | 'fields'
  | 'page'
  | 'undo'
>;

/** What the page is told about the tool with every call. */
export function metadataOf(tool: Described): CallMetadata {
  return {
    server: tool.server,
    tool: tool.name,
    title: tool.title,
    trusted: tool.trusted,
    risk: tool.risk,
    annotations: tool.annotations,
    ...(tool.asksAlways ? { asksAlways: true } : {}),
    ...(tool.silent ? { silent: true } : {}),
    ...(tool.subAgent ? { subAgent: true } : {}),
    ...(tool.page ? { page: tool.page } : {}),
    ...(tool.undo ? { undo: tool.undo } : {}),
    ...(tool.fields ? { fields: tool.fields } : {}),
  };
}
