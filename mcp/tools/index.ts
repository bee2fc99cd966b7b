/** Every tool there is, in the order in which they are listed. The only list. */
import type { ToolDefinition } from '../define-tool';
import { customersList } from './customers-list';

export const tools: readonly ToolDefinition[] = [customersList];
