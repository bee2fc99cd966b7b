/** For tests: whatever they render speaks English, as it does to people who choose nothing. */
import { messagesOf } from '../catalogue';
import { speak } from '../say';

speak({ locale: 'en', messages: messagesOf('en') });
