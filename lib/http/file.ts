import 'server-only';
/** Text that is saved as a file and never shown by the browser itself. */
import { nameWords } from './media';

/** Characters that file systems refuse, and invisible ones. */
const UNFIT = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** @param name with its extension; made safe for file systems here */
export function fileResponse(name: string, type: string, text: string): Response {
  const at = name.lastIndexOf('.');
  const stem = name.slice(0, at).replaceAll(UNFIT, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, 80);
  return new Response(text, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; ${nameWords(`${stem || 'chat'}${name.slice(at)}`)}`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'referrer-policy': 'no-referrer',
    },
  });
}
