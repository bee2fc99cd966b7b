import type { Attachment } from '@/lib/values/attachment';

/** A file beside the message that is being written. */
export interface ChosenFile {
  key: string;
  name: string;
  size: number;
  /** The server has it; absent: it is on its way, or was refused. */
  attachment?: Attachment;
  /** Why it was refused. */
  refused?: string;
}
