// @vitest-environment happy-dom
/**
 * Words that only some pages bring: available as soon as those are rendered, also on navigation from another page, and
 * kept.
 */
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { messagesFor, messagesOf } from './catalogue';
import { AlsoSpeaking, Speaking, say, speak } from './say';

afterEach(() => {
  cleanup();
  speak({ locale: 'en', messages: messagesOf('en') });
});

const Server = () => <p>{say('servers.add')}</p>;
const Chat = () => <p>{say('composer.send')}</p>;

it.each(['en', 'de'] as const)('are said in %s once their pages are there, and not before', (locale) => {
  const every = { locale, messages: messagesFor(locale, 'every') };
  const page = (place: 'chat' | 'settings') => (
    <Speaking language={every}>
      {place === 'chat' ? (
        <Chat />
      ) : (
        <AlsoSpeaking messages={messagesFor(locale, 'settings')}>
          <Server />
          <Chat />
        </AlsoSpeaking>
      )}
    </Speaking>
  );
  const { container, rerender } = render(page('chat'));
  expect(say('servers.add')).toBe('servers.add');
  rerender(page('settings'));
  const words = { en: ['Add a server', 'Send'], de: ['Server hinzufügen', 'Senden'] }[locale];
  expect([...container.querySelectorAll('p')].map((one) => one.textContent)).toEqual(words);
  // Event handlers of that page use them, too.
  expect(say('servers.add')).toBe(words[0]);
  rerender(page('settings'));
  expect(container.textContent).toBe(words.join(''));
});

it('are together all that is said, each once', () => {
  const pages = ['every', 'signed-in', 'workspace', 'settings'] as const;
  const sent = pages.flatMap((page) => Object.keys(messagesFor('de', page)));
  expect(sent.sort()).toEqual(Object.keys(messagesOf('de')).sort());
});
