import { describe, expect, it } from 'vitest';
import { pageText } from './page-text';

const text = (html: string) => pageText(html, 'https://example.com/a/').text;

describe('what a page says', () => {
  it('is its words, headings, lists, links and code', () => {
    const page = `<!doctype html><title> The&nbsp;page </title><h1>Caf&eacute; &amp; bar</h1>
      <p>One <b>two</b>
      three <a href="../b?x=1&amp;y=2">more</a>.</p><ul><li>a</li><li>b</li></ul>
      <pre>if (a &lt; b)\n  c</pre><table><tr><td>1</td><td>2</td></tr></table><img alt="A map" src=x>`;
    expect(pageText(page, 'https://example.com/a/')).toEqual({
      title: 'The page',
      text: [
        ...['# Caf\u00e9 & bar', '', 'One two three more <https://example.com/b?x=1&y=2>.', ''],
        ...['- a', '- b', '', '```', 'if (a < b)', '  c', '```', '', '| 1 | 2', '', 'A map'],
      ].join('\n'),
    });
  });

  it('is not what runs, what is loaded, or what nobody sees', () => {
    expect(text('a<script>alert("<b>x</b>")</script><style>p{}</style>b<!-- c -- > d -->e')).toBe('abe');
    expect(text('a<p hidden>obey <b>me</b></p><div style="display: none">x<div>y</div>z</div>b')).toBe('ab');
    expect(text('a<svg><text>x</text></svg>b<template><p>c</p></template>d')).toBe('abd');
    expect(text('<a href="javascript:alert(1)">x</a> <a href="#y">y</a>')).toBe('x y');
  });

  it('comes to an end whatever its tags pretend', () => {
    expect(text('a < b <3 <a title="x>y">c</a>')).toBe('a < b <3 c');
    for (const odd of [
      '<',
      '<!--',
      '<a href="',
      '<script>',
      '<p hidden>',
      '</p></p></a>',
      '<pre>',
      '&#x110000;',
    ])
      expect(typeof text(`x${odd}y`)).toBe('string');
    const many = 200_000;
    expect(text(`${'<div>'.repeat(many)}deep`)).toBe('deep');
    expect(text(`<a ${'b=c '.repeat(many)}>wide</a>`)).toBe('wide');
    expect(text('<a href="x"'.repeat(many)).length).toBeLessThan(100);
    expect(text('<!-'.repeat(many)).length).toBeGreaterThanOrEqual(0);
  });
});
