/** Files in the formats of other programs, generated here with known contents. */
import { deflateRawSync, deflateSync } from 'node:zlib';

/** A zip of these files. */
export function zipOf(files: Record<string, string | Buffer>): Buffer {
  const locals: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const title = Buffer.from(name);
    const facts = Buffer.alloc(16);
    facts.writeUInt32LE(packed.length, 4);
    facts.writeUInt32LE(Buffer.byteLength(content), 8);
    facts.writeUInt16LE(title.length, 12);
    // Version, flags, method, time and date; then the file's own values.
    const head = Buffer.from([20, 0, 0, 8, 8, 0, 0, 0, 0, 0]);
    locals.push(Buffer.from('PK\x03\x04'), head, facts, title, packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    list.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), head, facts, place, title);
    at += 30 + title.length + packed.length;
  }
  const entries = Buffer.concat(list);
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, entries, Buffer.from('PK\x05\x06'), end]);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** @param rows XML of the rows of its only sheet, "Sales" */
export function xlsxOf(rows: string, more: Record<string, string> = {}): Buffer {
  return zipOf({
    '[Content_Types].xml': `${XML}<Types/>`,
    'xl/workbook.xml': `${XML}<workbook xmlns:r="r"><sheets><sheet name="Sales" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `${XML}<sst><si><t>Customer</t></si><si><r><t>Halden </t></r><r><t>Optics</t></r><rPh><t>spoken</t></rPh></si></sst>`,
    'xl/styles.xml': `${XML}<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="0.00&quot; EUR days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });
}

/** @param body XML of its paragraphs */
export function docxOf(body: string): Buffer {
  return zipOf({
    '[Content_Types].xml': `${XML}<Types/>`,
    'word/document.xml': `${XML}<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
  });
}

/** A PDF with a line of text on each page; @param more further entries of its trailer */
export function pdfOf(pages: string[], more = ''): Buffer {
  const kids = pages.map((_, nth) => `${3 + nth * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...pages.flatMap((text, nth) => {
      const stream = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${4 + nth * 2} 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  return pdfWith(objects, more);
}

/** A small PDF whose pages all repeat one operation for a long time: minutes in all. */
export function slowPdf(): Buffer {
  const work = deflateSync('q Q '.repeat(5_000_000)).toString('latin1');
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 3 0 R /Resources << >> >>';
  const pages = Array.from({ length: 500 }, () => page);
  return pdfWith([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, nth) => `${4 + nth} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    `<< /Length ${work.length} /Filter /FlateDecode >>\nstream\n${work}\nendstream`,
    ...pages,
  ]);
}

function pdfWith(objects: string[], more = ''): Buffer {
  let text = '%PDF-1.4\n';
  const places = objects.map((object, nth) => {
    const at = text.length;
    text += `${nth + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${more} >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + trailer, 'latin1');
}

/** Requires a password before anything can be read. */
export const ENCRYPTED =
  '/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <0000000000000000000000000000000000000000000000000000000000000001> /U <0000000000000000000000000000000000000000000000000000000000000001> >>';
