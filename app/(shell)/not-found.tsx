/** Inside the shell: a chat that is not there, or not for these eyes. The answer is the same for both. */
import { Missing } from '@/components/chat/missing';

export default function NotFound() {
  return <Missing />;
}
