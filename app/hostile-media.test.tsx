// @vitest-environment happy-dom
/** The collected attacks on pages and on readers, in every part of a result other than text. */
import { readFileSync } from 'node:fs';
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallDetails } from '@/components/tool-call/call-details';
import { ResultMedia } from '@/components/tool-call/result/result-media';
import { mediaIn } from '@/components/tool-call/shown-media';
import { callOutcome } from '@/lib/connections/call-outcome';
import { isMedia } from '@/lib/values/call-content';

const payloads = ['04-render', '06-unicode-deception', '03-naughty-strings'].flatMap((family) =>
  readFileSync(`e2e/cases/${family}.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).payload)
    .filter((payload): payload is string => typeof payload === 'string' && payload !== ''),
);

const base64 = (text: string) => Buffer.from(text).toString('base64');
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** As the server sends it, as it is stored, and as a message contains it. */
function keptOf(payload: string) {
  const outcome = callOutcome({
    content: [
      { type: 'text', text: payload },
      { type: 'image', mimeType: payload, data: PNG, name: payload },
      { type: 'image', mimeType: 'image/png', data: base64(payload) },
      { type: 'image', mimeType: 'image/png', data: payload },
      { type: 'audio', mimeType: 'audio/wav', data: base64(payload) },
      { type: 'resource', resource: { uri: payload, mimeType: payload, text: payload } },
      { type: 'resource', resource: { uri: payload, mimeType: payload, blob: base64(payload) } },
      { type: 'resource', resource: { uri: `https://x.example/${payload}`, name: payload, blob: PNG } },
      {
        type: 'resource_link',
        uri: payload,
        name: payload,
        title: payload,
        mimeType: payload,
        description: payload,
      },
      { type: 'resource_link', uri: `https://x.example/${payload}`, name: payload },
    ],
  } as Parameters<typeof callOutcome>[0]);
  const content = outcome.content?.map((part, place) =>
    isMedia(part) ? { ...part, at: `call_1/${place}` } : part,
  );
  return { content: JSON.parse(JSON.stringify(content)) as object[] };
}

const FOREIGN =
  'script, iframe, object, embed, video, source, style, link, base, meta, form, math, foreignObject, template';
/** What no text, name or address may cause. */
function dangers(root: HTMLElement): string[] {
  const found = [...root.querySelectorAll(FOREIGN)].map(({ tagName }) => tagName);
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/^on|^(srcdoc|srcset|style|action|formaction|background|poster|ping|xlink:.*)$/.test(name))
        found.push(name);
      const isOurs = /^\/api\/calls\/call_1\/content\/\d$/.test(value);
      if (name === 'src' && !isOurs) found.push(value);
      if (name === 'href' && !isOurs && !/^https?:/.test(value)) found.push(value);
    }
  }
  return found;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: that none of them is left is what is looked at
const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

afterEach(cleanup);

describe('a hostile result', () => {
  it('brings about nothing on the page, whatever it is called and wherever it says that it is', () => {
    const asked = vi.spyOn(globalThis, 'fetch');
    expect(payloads.length).toBeGreaterThan(400);
    const origin = { name: 'look', server: 'wild', trusted: false };
    for (const payload of payloads) {
      const output = keptOf(payload);
      const part = {
        type: 'dynamic-tool',
        toolCallId: 'c',
        toolName: 'x',
        input: {},
        state: 'output-available',
        output,
      };
      const media = mediaIn(output);
      for (const page of [
        <CallDetails key="open" part={part as Parameters<typeof CallDetails>[0]['part']} origin={origin} />,
        <ResultMedia key="closed" media={media} origin={origin} />,
      ]) {
        const { container } = render(page);
        expect(dangers(container), payload).toEqual([]);
        const titles = [...container.querySelectorAll('[download], [aria-label], [alt]')].flatMap((one) =>
          ['download', 'aria-label', 'alt'].map((name) => one.getAttribute(name) ?? ''),
        );
        expect(
          titles.filter((title) => UNSEEN.test(title)),
          payload,
        ).toEqual([]);
        cleanup();
      }
      const names = media.map(({ name }) => name);
      expect(
        names.filter((name) => /[/\\<>:"|?*]|^\.|^$/.test(name) || UNSEEN.test(name) || name.length > 100),
      ).toEqual([]);
      expect(media.filter(({ type }) => type === 'image').map(({ size }) => size)).toEqual([70, 70]);
    }
    expect(asked).not.toHaveBeenCalled();
    // Several thousand pages in one test.
  }, 300_000);
});
