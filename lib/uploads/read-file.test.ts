/** Reading files in the separate program: the contents of valid ones, and the handling of invalid ones. */
import { describe, expect, it } from 'vitest';
import { readWords } from './read-file';
import { docxOf, ENCRYPTED, pdfOf, xlsxOf, zipOf } from './testing/files';

const read = (bytes: Buffer | string, most = 10_000) => readWords('anna', Buffer.from(bytes), most);

describe('the words of', () => {
  it('a text, as it stands', async () => {
    expect(await read('Größe\tab\r\nnext')).toEqual({ kind: 'text', text: 'Größe\tab\nnext', cut: false });
    expect(await read('\ufeffBOM')).toMatchObject({ text: 'BOM' });
    expect(await read(Buffer.from('\ufeffwide', 'utf16le'))).toMatchObject({ text: 'wide' });
    expect(await read(Buffer.from('Gr\xf6\xdfe 5 \x80', 'latin1'))).toMatchObject({ text: 'Größe 5 €' });
  });

  it('a table, told by its lines', async () => {
    expect(await read('name,owed\n"Halden, Optics",5\nB,6\n')).toMatchObject({ kind: 'table' });
    expect(await read('name;owed\nA;5\n')).toMatchObject({ kind: 'table' });
    expect(await read('Dear Anna, hello.\nBest, and soon, Tom')).toMatchObject({ kind: 'text' });
  });

  it('a text, up to what is kept', async () => {
    expect(await read('abcdef', 4)).toEqual({ kind: 'text', text: 'abcd', cut: true });
    expect(await read('abc\u{1f600}', 4)).toEqual({ kind: 'text', text: 'abc\ufffd', cut: true });
  });

  it('a workbook: values and dates, no formulas', async () => {
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>a&amp;b
c</t></is></c></row>
      <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" s="1"><v>46347</v></c><c r="C2"><f>[1]other!A1+SUM(1)</f><v>42.5</v></c><c r="D2" t="b"><v>1</v></c></row>
      <row r="3"><c r="A3" s="3"><v>46347.5</v></c><c r="B3" s="2"><v>7</v></c></row>`;
    const text =
      'Sheet: Sales\nCustomer\t\ta&b c\nHalden Optics\t2026-11-21\t42.5\tTRUE\n2026-11-21 12:00\t7\n';
    expect(await read(xlsxOf(rows))).toEqual({ kind: 'sheet', text, cut: false });
    expect(await read(xlsxOf(rows), 30)).toEqual({ kind: 'sheet', text: text.slice(0, 30), cut: true });
  });

  it('a document: paragraphs and tables, nothing that was deleted', async () => {
    const body = `<w:p><w:r><w:t>First </w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:t xml:space="preserve">line</w:t><w:tab/><w:instrText>PAGE</w:instrText></w:r></w:p>
      <w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`;
    expect(await read(docxOf(body))).toEqual({
      kind: 'document',
      text: 'First line\t\na \tb \t\n',
      cut: false,
    });
  });

  it('a PDF, page by page', async () => {
    const found = await read(pdfOf(['Hello invoice', 'Second page']));
    expect(found).toEqual({ kind: 'pdf', text: 'Hello invoice\n\nSecond page\n\n', cut: false });
  });
});

describe('a file that is', () => {
  const bomb = () => xlsxOf('', { 'xl/sharedStrings.xml': `<sst>${' '.repeat(70_000_000)}</sst>` });
  it.each([
    ['empty', () => '', /is empty/],
    ['only spaces', () => ' \n ', /is empty/],
    ['a program', () => Buffer.from('7f454c4602010100000000000000', 'hex'), /type that cannot be read/],
    [
      'random',
      () => Buffer.from(Array.from({ length: 999 }, (_, nth) => (nth * 7_919) % 256)),
      /type that cannot be read/,
    ],
    ['an old Office file', () => Buffer.from('d0cf11e0a1b11ae100', 'hex'), /older kind of Office/],
    ['a zip bomb', bomb, /unpacks to more/],
    ['packed, and nothing that is known', () => zipOf({ 'a.txt': 'x' }), /Unpack it first/],
    ['packed and cut off', () => xlsxOf('<row/>').subarray(0, 200), /cannot be unpacked/],
    ['a workbook that is no XML', () => xlsxOf('<row><c></row>'), /cannot be read/],
    ['a document within documents', () => docxOf('<w:p>'.repeat(5_000)), /nested too deeply/],
    ['a workbook without words', () => docxOf('<w:p/>'), /holds no words/],
    ['no PDF behind its first line', () => '%PDF-1.7 and then words', /cannot be opened/],
    ['a PDF with a password', () => pdfOf(['secret'], ENCRYPTED), /password/],
    ['a PDF without words', () => pdfOf(['']), /holds no text/],
  ])('%s is refused in words', async (_what, bytes, words) => {
    expect(await read(bytes())).toEqual({ problem: expect.stringMatching(words) });
  });

  it('full of entities that name each other costs nothing', async () => {
    const xml = `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(1_000)}"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    const rows = '<row><c t="inlineStr"><is><t>&b;&f;</t></is></c></row>';
    const bytes = xlsxOf('', {
      'xl/worksheets/sheet1.xml': `${xml}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    });
    expect(await read(bytes)).toEqual({ problem: expect.stringContaining('cannot be read') });
  });

  it('a PDF of 3,000 pages is read as far as it goes', async () => {
    const found = await read(pdfOf(Array.from({ length: 3_000 }, (_, nth) => `Page number ${nth}`)), 200_000);
    expect(found).toMatchObject({
      kind: 'pdf',
      cut: true,
      text: expect.stringContaining('Page number 499\n'),
    });
    expect(found).not.toMatchObject({ text: expect.stringContaining('Page number 500\n') });
  });

  it('of a person who has many leaves room for others', async () => {
    const own = Array.from({ length: 7 }, () => read('mine'));
    const other = readWords('ben', Buffer.from('theirs'), 100);
    const outcomes = await Promise.allSettled(own);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'too_many_requests' } });
    expect(await other).toMatchObject({ text: 'theirs' });
  });

  it('slow, or takes much, is given up', async () => {
    const rows = '<row><c t="inlineStr"><is><t>x</t></is></c></row>'.repeat(200_000);
    const slow = await readWords('anna', xlsxOf(rows), 10_000_000, { time: 60 });
    expect(slow).toEqual({ problem: expect.stringContaining('takes too long') });
    const large = await readWords('anna', xlsxOf(rows), 10_000_000, { memory: 1_000_000 });
    if (process.platform === 'linux') expect(large).toEqual({ problem: expect.stringContaining('memory') });
  });
});
