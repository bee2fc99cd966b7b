import type { Attachment } from '@/lib/values/attachment';

/** A file beside the message that is being written. */
export interface ChosenFile {
  key: string;
  name: string;
  size: number;
  /** The server has it; absent: it is on its way, or was refused. */
  attachment?: Attachment;
  /** Of the server that it is asked of; absent: it is from the person's disk. */
  from?: string;
  /** Why it was refused. */
  refused?: string;
}

/** One that the server has. */
export const ready = (file: Attachment): ChosenFile => ({
  key: file.id,
  name: file.name,
  size: file.size,
  attachment: file,
});
