import 'server-only';
/** What asking costs people: how often they are asked, how long they take, and how often they say yes. */
import type { Queryable } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { type AskedCount, countAsked, countCallsByTool, type OfTool } from '@/lib/store/attention';
import { ownTitle } from '@/mcp/catalogue/own-titles';
import { type Attention, type Period, type ToolAttention, USUAL_PERIOD } from './attention-view';

const NOTHING: AskedCount = {
  asked: 0,
  confirmed: 0,
  cancelled: 0,
  expired: 0,
  seconds: null,
  trusted: null,
  grantable: null,
};

/**
 * Counts over the team's last days.
 * @throws AppError forbidden for anybody but admins
 */
export async function attention(
  db: Queryable,
  { role, teamId }: Caller,
  days: Period = USUAL_PERIOD,
): Promise<Attention> {
  if (role !== 'admin') throw new AppError('forbidden', 'Only admins see how the team is asked.');
  const [{ tools, all }, made] = await Promise.all([
    countAsked(db, teamId, days),
    countCallsByTool(db, teamId, days),
  ]);
  const total = made.reduce((sum, one) => sum + one.calls, 0);
  const { asked, confirmed, cancelled, expired, seconds } = all;
  return {
    days,
    calls: total,
    asked,
    confirmed,
    decided: confirmed + cancelled,
    expired,
    medianSeconds: seconds,
    askedPer100: total > 0 ? (100 * asked) / total : null,
    tools: made
      .map((one) => toolAttention(one, tools))
      .sort((a, b) => b.asked - a.asked || b.calls - a.calls),
  };
}

function toolAttention(
  { server, tool, calls: made }: OfTool<{ calls: number }>,
  tools: readonly OfTool<AskedCount>[],
): ToolAttention {
  const found = tools.find((one) => one.server === server && one.tool === tool) ?? NOTHING;
  const { asked, confirmed, cancelled, expired, seconds, trusted, grantable } = found;
  const decided = confirmed + cancelled;
  return {
    server,
    tool,
    title: ownTitle(server, tool),
    calls: made,
    asked,
    confirmed,
    cancelled,
    expired,
    confirmedShare: decided > 0 ? confirmed / decided : null,
    medianSeconds: seconds,
    trusted: trusted ?? false,
    grantable: grantable ?? false,
  };
}
