'use client';
/** The content that a card's line opens. */
import { later } from '../ui/later';

export const ApprovalContent = later(
  async () => (await import('./approval/approval-content')).ApprovalContent,
);
export const UnknownCallContent = later(
  async () => (await import('./unknown/unknown-call-content')).UnknownCallContent,
);
