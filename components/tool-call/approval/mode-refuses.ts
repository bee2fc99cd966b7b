/** Whether the chat's mode lets no call of this kind run: then the server takes no Confirm either. */
import { judge, type Mode, type Subject } from '@/lib/policy/policy';

export function modeRefuses(mode: Mode, call: Subject): boolean {
  // For the role that may most: what is denied then, the mode denies.
  return judge(call, { mode, role: 'admin' }).effect === 'deny';
}
