'use client';
/**
 * Brings the code of cards along with a page on which some stand. The server has drawn them: were their code loaded after the page
 * has begun, any news in between would take them away until it is there.
 */
import { ApprovalCard as Card } from '@/components/tool-call/approval/approval-card';
import { ApprovalCard } from '@/components/tool-call/cards-apart';
import { UnknownCallCard } from '@/components/tool-call/loaded-apart';
import { UnknownCallCard as Unknown } from '@/components/tool-call/unknown/unknown-call-card';

ApprovalCard.provide(Card);
UnknownCallCard.provide(Unknown);

export function CardsHere() {
  return null;
}
