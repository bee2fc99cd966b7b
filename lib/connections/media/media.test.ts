/** How bytes are classified, whatever their server calls them. */
import { describe, expect, it } from 'vitest';
import { gifOf, JPEG, movingPngOf, pngOf, WEBP, wallOf, wavOf, webpOf } from '../testing/pictures';
import { fileName } from './file-name';
import { mediaOf } from './media-part';

const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>');

/** As a server sends it. */
function partOf(bytes: Buffer, mimeType = 'image/png', kind: 'image' | 'audio' | 'resource' = 'image') {
  return mediaOf(bytes.toString('base64'), { kind, mimeType })?.part;
}

describe('bytes', () => {
  it.each([
    ['image/png', pngOf(3, 2), { width: 3, height: 2 }],
    ['image/jpeg', JPEG, { width: 1, height: 1 }],
    ['image/gif', gifOf(1), { width: 1, height: 1 }],
    ['image/webp', WEBP, { width: 1, height: 1 }],
  ])('of a %s are a picture, whatever they are called', (mimeType, bytes, sides) => {
    for (const called of [mimeType, 'text/html', 'application/octet-stream', '']) {
      expect(partOf(bytes, called)).toMatchObject({ type: 'image', mimeType, ...sides });
      expect(partOf(bytes, called)?.animated).toBeUndefined();
    }
  });

  it.each([
    ['a page', HTML],
    ['a drawing', SVG],
    ['a page behind the first bytes of a PNG', Buffer.concat([pngOf(1, 1).subarray(0, 8), HTML])],
    ['a page behind the first bytes of a GIF', Buffer.concat([Buffer.from('GIF89a'), HTML])],
    ['a page behind the first bytes of a JPEG', Buffer.concat([JPEG.subarray(0, 3), HTML])],
    ['a page behind the first bytes of a WebP', Buffer.concat([WEBP.subarray(0, 12), HTML])],
    ['a PNG that ends in its header', pngOf(1, 1).subarray(0, 30)],
    ['a PNG without sides', pngOf(1, 1, { width: 0, height: 0 })],
    ['a bitmap', Buffer.from('BM\x00\x00', 'latin1')],
    ['an AVIF', Buffer.from('\x00\x00\x00\x1cftypavif\x00\x00\x00\x00', 'latin1')],
    ['one byte', Buffer.from([0x89])],
  ])('of %s are a file, though their server calls them a picture', (_what, bytes) => {
    expect(partOf(bytes)).toMatchObject({
      type: 'file',
      mimeType: 'application/octet-stream',
      said: 'image/png',
    });
  });

  it('of a picture with a page behind it are a picture, and nothing else is ever said of them', () => {
    const both = Buffer.concat([pngOf(1, 1), HTML]);
    expect(partOf(both, 'text/html')).toMatchObject({
      type: 'image',
      mimeType: 'image/png',
      name: 'picture.png',
    });
  });

  it.each([
    { width: 60_000, height: 60_000 },
    { width: 20_000, height: 1 },
    { width: 5_001, height: 5_000 },
    { width: 2 ** 32 - 1, height: 2 ** 32 - 1 },
  ])('of a picture of $width by $height pixels are a file', (claimed) => {
    expect(partOf(pngOf(1, 1, claimed))).toMatchObject({ type: 'file', tooLarge: true, ...claimed });
  });

  it('of a GIF are as large as its first frame makes it', () => {
    const frame = gifOf(1);
    frame.writeUInt16LE(60_000, frame.indexOf(0x2c) + 5);
    expect(partOf(frame)).toMatchObject({ type: 'file', tooLarge: true });
  });

  it('of a GIF are as large as its largest frame', () => {
    const frames = gifOf(3);
    frames.writeUInt16LE(60_000, frames.lastIndexOf(0x2c) + 7);
    expect(partOf(frames)).toMatchObject({ type: 'file', tooLarge: true, height: 60_000 });
  });

  it('of a GIF that can be read in two ways are no picture', () => {
    const short = gifOf(1);
    short[short.indexOf(0xf9) + 1] = 1;
    expect(partOf(short)).toEqual(
      expect.objectContaining({ type: 'file', mimeType: 'application/octet-stream' }),
    );
  });

  it.each([false, true])('of a WebP are as large as what is drawn in it (moving: %s)', (isFrame) => {
    expect(partOf(webpOf(1, isFrame))).toMatchObject({ type: 'image', width: 1, height: 1 });
    expect(partOf(webpOf(16_000, isFrame))).toMatchObject({ type: 'file', tooLarge: true, width: 16_000 });
  });

  it.each([
    ['TEM', [0xff, 0x01]],
    ['RST0', [0xff, 0xd0]],
    ['RST7', [0xff, 0xd7]],
    ['a second beginning', [0xff, 0xd8]],
    ['an end', [0xff, 0xd9]],
    ['a stuffed zero', [0xff, 0x00]],
    ['TEM behind what fills up', [0xff, 0xff, 0xff, 0x01]],
    ['a reserved marker', [0xff, 0x02]],
  ])('of a JPEG with %s before its frame are no picture: readers differ on its size', (_what, marker) => {
    expect(partOf(wallOf(marker))).toMatchObject({ type: 'file', mimeType: 'application/octet-stream' });
  });

  it('of a JPEG may hold comments, and bytes that fill up, before its frame', () => {
    const wall = { type: 'file', tooLarge: true, width: 12_000, height: 12_000 };
    expect(partOf(wallOf([]))).toMatchObject(wall);
    expect(partOf(wallOf([0xff, 0xff]))).toMatchObject(wall);
  });

  it('tell whether the picture moves', () => {
    expect(partOf(gifOf(2))).toMatchObject({ animated: true });
    expect(partOf(movingPngOf(1, 1))).toMatchObject({ animated: true });
  });

  it.each([
    ['audio/wav', wavOf()],
    ['audio/ogg', Buffer.from('OggS\x00\x02')],
    ['audio/flac', Buffer.from('fLaC\x00')],
    ['audio/mpeg', Buffer.from('ID3\x04')],
    ['audio/mpeg', Buffer.from('\xff\xfb\x90\x00', 'latin1')],
    ['audio/aac', Buffer.from('\xff\xf1\x50\x80', 'latin1')],
    ['audio/mp4', Buffer.from('\x00\x00\x00\x20ftypM4A ', 'latin1')],
    ['audio/webm', Buffer.from('\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm', 'latin1')],
  ])('of %s are heard where their server means them to be', (mimeType, bytes) => {
    expect(partOf(bytes, 'text/html', 'audio')).toMatchObject({ type: 'audio', mimeType });
    expect(partOf(bytes, 'audio/x', 'resource')).toMatchObject({ type: 'audio', mimeType });
    expect(partOf(bytes, 'video/x', 'resource')).toMatchObject({ type: 'file' });
    expect(partOf(HTML, mimeType, 'audio')).toMatchObject({ type: 'file', said: mimeType });
  });

  it('come as servers write base64, and not at all where it is none', () => {
    const png = pngOf(5, 5);
    const base64 = png.toString('base64');
    const lines = base64.replace(/.{20}/g, '$&\r\n');
    const spellings = [
      base64,
      lines,
      png.toString('base64url'),
      base64.replace(/=+$/, ''),
      `data:image/png;base64,${base64}`,
    ];
    for (const data of spellings) {
      expect(mediaOf(data, { kind: 'image' })?.bytes.equals(png)).toBe(true);
    }
    const wrong = ['', '====', 'A', `${base64}!`, `${base64}\u202e`, '<svg>', 7, null, undefined, { base64 }];
    for (const data of wrong) expect(mediaOf(data, { kind: 'image' })).toBeUndefined();
  });
});

describe('a name', () => {
  const named = (given: unknown, mimeType?: string, said?: string) =>
    fileName({ given: [given], mimeType, said, fallback: 'file' });

  it.each([
    ['report.csv', 'report.csv'],
    ['/etc/passwd', 'passwd'],
    ['..\\..\\windows\\evil.dll', 'evil.dll.txt'],
    ['file:///srv/a/b%2F..%2Fletter.txt?x=1#y', 'letter.txt'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe.txt'],
    ['a\r\nContent-Type: text/html\r\n\r\n<b>', 'html _b_'],
    ['.bashrc', 'bashrc'],
    ['con.txt', '_con.txt'],
    ['nul', '_nul'],
    ['...', 'file'],
    ['a"b<c>|d?e*#1.txt', 'a_b_c__d_e_#1.txt'],
    [`${'x'.repeat(500)}.csv`, `${'x'.repeat(80)}.csv`],
    ['Übersicht für März.txt', 'Übersicht für März.txt'],
    [7, 'file'],
    ['half \ud800 pair.txt', 'half pair.txt'],
    ['Photo.PNG', 'Photo.PNG'],
    ['notes v1.2 final', 'notes v1.2 final.txt'],
    ['a.tar.gz', 'a.tar.gz'],
    ['Makefile', 'Makefile'],
  ])('%j is saved as %j', (given, saved) => {
    expect(named(given)).toBe(saved);
  });

  it.each(
    'appref-ms application library-ms jnlp xlsm docm chm vhdx psm1 htm html xhtml svg xml img run pyz ws exe iso diagcab settingcontent-ms search-ms theme ini rtf'.split(
      ' ',
    ),
  )('with the ending .%s is that of a text', (ending) => {
    for (const name of [`a.${ending}`, `a.${ending.toUpperCase()}.`, `b.pdf.${ending} `, `c.txt .${ending}`])
      expect(named(name)).toMatch(/\.txt$/);
  });

  it('is judged as it ends when it has been cut', () => {
    const long = 'x'.repeat(76);
    expect(named(`${long}.exe-${'y'.repeat(20)}`)).toBe(`${long}.exe.txt`);
    expect(named(`${long}.bat invoice 2026`)).toBe(`${long}.bat.txt`);
    expect(named(`${long}.exe.${'y'.repeat(20)}`)).toBe(`${long}.exe.txt`);
    expect(named(`${'x'.repeat(79)}.exe`)).toBe(`${'x'.repeat(79)}`);
    expect(named(`${long}.exe${'y'.repeat(20)}.csv`)).toBe(`${long}.exe.csv`);
  });

  it('ends as its bytes are, and otherwise as its server says', () => {
    expect(named('photo.html', 'image/png')).toBe('photo.html.png');
    expect(named('photo.JPEG', 'image/jpeg')).toBe('photo.jpg');
    expect(named('letter', 'application/pdf', 'text/html')).toBe('letter.pdf');
    expect(named('data', undefined, 'text/csv')).toBe('data.csv');
    expect(named('data', undefined, '__proto__')).toBe('data');
    expect(named('data', undefined, 'text/html')).toBe('data.html.txt');
    expect(named('data', undefined, 'image/svg+xml')).toBe('data.svg.txt');
  });
});
