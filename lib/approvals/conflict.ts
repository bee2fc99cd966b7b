/** The message for the second person to decide. */
import { AppError } from '@/lib/errors';
import type { ApprovalStatus } from './approval-view';

const SAID: Record<ApprovalStatus, string> = {
  pending: 'This request is still open.',
  confirmed: 'This call was confirmed already.',
  cancelled: 'This call was cancelled already.',
  superseded: 'This request was withdrawn: something newer took its place.',
  expired: 'This request expired. Ask again to get a new card.',
};

export function conflict(status: ApprovalStatus): AppError {
  return new AppError('conflict', SAID[status], { status });
}
