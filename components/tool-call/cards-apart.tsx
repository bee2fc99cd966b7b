'use client';
/** The cards, which most chats are drawn without: waiting, and reopened from their line. */
import { later } from '../ui/later';

export const ApprovalCard = later(async () => (await import('./approval/approval-card')).ApprovalCard);
export const ApprovalContent = later(
  async () => (await import('./approval/approval-content')).ApprovalContent,
);
export const UnknownCallContent = later(
  async () => (await import('./unknown/unknown-call-content')).UnknownCallContent,
);
