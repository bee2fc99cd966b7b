/** "Who is on the team?", "invite paula@example.com as viewer", "remove Noor Haddad from the team". */
import { type Desk, KINDS, list, type Plan, type Reading, rowOf, theOne } from '../desk';
import type { Request } from '../reading/read-request';
import { escapeText, formatValue } from '../saying/format';
import { answerList, wishIn } from '../saying/list-answer';
import { destroy, lacking, nameIn, oneAtATime } from './doing';

const INVITE =
  /^(?:invite|add)\s+([^\s@,]+@[^\s@,]+\.[^\s@,]{2,})(?:\s+to\s+(?:the\s+|our\s+)?team)?(?:,?\s*(?:as\s+|with\s+)?(?:an?\s+)?(?:the\s+)?(?:role\s+)?(viewer|member|admin))?$/i;
const INVITES = /^invite\b/i;
const REMOVE =
  /^(?:remove|kick|delete)\s+(?:team\s+)?(?:(?:member|user|colleague)\s+(.+?)(?:\s+from\s+(?:the\s+|our\s+)?team)?|(.+?)\s+from\s+(?:the\s+|our\s+)?team)$/i;
const ROLES = ['admin', 'viewer', 'member'] as const;

export function readTeam(request: Request, desk: Desk): Plan | undefined {
  if (request.take('topic', 'team').length === 0) return undefined;
  const role = ROLES.find((one) => request.one('filter', one));
  const wish = wishIn(request, desk);
  request.take('field', 'role', 'email');
  if (request.left.length > 0) return undefined;
  return {
    tools: ['team_members_list'],
    does: 'list the team',
    *run() {
      const listed = yield* list('team_members_list', role ? { role } : {});
      return answerList(
        listed,
        { noun: 'people', columns: ['name', 'role', 'email', 'joinedAt'] },
        wish,
        role ? [role] : [],
      );
    },
  };
}

export function changeTeam(message: string, desk: Desk): Reading | undefined {
  const [, email, role] = INVITE.exec(message) ?? [];
  if (email)
    return role
      ? invitation(email, role.toLowerCase())
      : lacking(`invite ${email}`, ['the role (viewer, member or admin)']);
  if (INVITES.test(message))
    return (message.match(/@/g) ?? []).length > 1
      ? oneAtATime('invite a person')
      : {
          say: 'Nothing was done: to invite a person say for example “Invite paula@example.com as viewer”, and nothing else.',
        };
  const remove = REMOVE.exec(message);
  return remove ? removal(nameIn(remove[1] ?? remove[2]), desk) : undefined;
}

function invitation(email: string, role: string): Reading {
  return {
    tools: ['team_member_invite'],
    does: 'invite a person',
    writes: true,
    *run() {
      const answer = rowOf(yield { tool: 'team_member_invite', input: { email, role } });
      const opening = answer.created === false ? 'Nothing was sent' : 'Done';
      const handOver =
        answer.handOver === undefined ? '' : `\n\n${escapeText(String(answer.handOver), 1000)}`;
      return `${opening}: **${formatValue(answer.email ?? email)}** is ${formatValue(answer.status)} as ${formatValue(answer.role ?? role)}.${handOver}`;
    },
  };
}

function removal(name: string | undefined, desk: Desk): Reading {
  const does = 'remove a person from the team';
  if (!name) return oneAtATime(does);
  return {
    tools: ['team_members_list', 'team_member_remove'],
    does,
    writes: true,
    *run() {
      const member = yield* theOne(KINDS.member, name, true);
      const what = `remove **${formatValue(member.name)}** (${formatValue(member.email)}, ${formatValue(member.role)}) from the team`;
      return yield* destroy(desk, 'team_member_remove', { userId: member.id }, what);
    },
  };
}
