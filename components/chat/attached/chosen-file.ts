import type { Attachment } from '@/lib/values/attachment';

/** A file attached to the message being written. */
export interface ChosenFile {
  key: string;
  name: string;
  size: number;
  /** The server has it; absent if it is being uploaded, or was refused. */
  attachment?: Attachment;
  /** The server that it is read from; absent if it is from the person's disk. */
  from?: string;
  /** Why it was refused. */
  refused?: string;
}

/** A file that the server has. */
export const ready = (file: Attachment): ChosenFile => ({
  key: file.id,
  name: file.name,
  size: file.size,
  attachment: file,
});
