/** The person's archived chats, and deleted ones that can still be restored. */
import { ChatsAway } from '@/components/chats/chats-away';
import { readBin } from '@/lib/chats/bin';
import { readShares } from '@/lib/chats/shares';
import { database } from '@/lib/database';
import { LISTED_AT_ONCE } from '@/lib/runs/chat-view';
import { readChats } from '@/lib/runs/read-chats';
import { signedIn } from '../../signed-in';

export default async function ChatsAwayPage() {
  const caller = await signedIn();
  const { db } = await database();
  const [archived, { chats }, { shares }] = await Promise.all([
    readChats(db, caller, { shelf: 'archive', limit: LISTED_AT_ONCE }),
    readBin(db, caller),
    readShares(db, caller),
  ]);
  return <ChatsAway archived={archived} deleted={chats} shares={shares} />;
}
