/** What a grant allows, in the words of the page. */
import { exactMinute } from '@/components/shown/say-time';
import { say } from '@/components/words/say';
import type { GrantScope, KeptBound } from '@/lib/grants/grant-bounds';

/** Names and values may contain hidden characters: show it with care. */
export function grantWords(title: string, bounds: readonly KeptBound[], scope: GrantScope): string {
  const { thisChat, times, until } = scope;
  const limits = [
    say(thisChat ? 'grant.in-this-chat' : 'grant.in-every-chat'),
    ...(times === null ? [] : [say('grant.so-often', { times })]),
    ...(until === null ? [] : [say('grant.until-then', { when: exactMinute(until) })]),
  ].join(', ');
  const conditions = bounds.map(conditionOf).join(say('grant.and'));
  return conditions === ''
    ? say('grant.runs', { title, limits })
    : say('grant.runs-when', { title, limits, conditions });
}

function conditionOf(bound: KeptBound): string {
  if (bound.is === 'only') return say(bound.arguments.length > 0 ? 'grant.nothing-else' : 'grant.nothing');
  const { argument } = bound;
  if (bound.is === 'any') return say(`grant.any.${bound.kind}`, { argument });
  const is = bound.is === 'same' ? 'equal' : bound.is;
  return say(`grant.is.${is}`, { argument, value: JSON.stringify(bound.value) });
}
