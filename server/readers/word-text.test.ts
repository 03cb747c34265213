import { expect, test } from 'vitest';

import { docxOf, zipOf } from '../../tests/factories/files.ts';
import { readWord } from './word-text.ts';

const read = (body: string) => readWord(docxOf(body), 1_000);
const paragraph = (text: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

test('readWord marks headings, lists, and tables as in Markdown', async () => {
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
  const rows = ['Rye', 'Spelt'].map((name) => `<w:tr>${cell(name)}${cell('4.20')}</w:tr>`);
  expect(
    await read(
      paragraph('Opening hours', "<w:pStyle w:val='Heading2'/>") +
        paragraph('Preise', '<w:pStyle w:val="berschrift1"/>') +
        paragraph('Monday', '<w:numPr><w:numId w:val="1"/></w:numPr>') +
        `<w:tbl>${rows.join('')}</w:tbl>` +
        '<w:p/>' +
        paragraph('The end'),
    ),
  ).toBe('## Opening hours\n\n# Preise\n\n- Monday\n\nRye | 4.20\nSpelt | 4.20\n\nThe end');
});

test('readWord reads only text, with its line breaks and tabs', async () => {
  expect(
    await read(
      '<w:p><w:r><w:t>One</w:t><w:br/><w:t>two</w:t><w:tab/><w:t>three</w:t></w:r></w:p> gap ' +
        '<w:p><w:r><w:instrText>PAGE</w:instrText><w:delText>gone</w:delText><w:t>kept</w:t></w:r></w:p>',
    ),
  ).toBe('One\ntwo\tthree\n\nkept');
});

test('readWord understands every XML notation for characters', async () => {
  expect(await read(paragraph('A &amp; B &#233; &#x1F956; <![CDATA[<c>]]><!-- no -->d'))).toBe(
    'A & B é 🥖 <c>d',
  );
});

test('readWord doesn’t take tab stops for tabs', async () => {
  const stops = '<w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs>';
  expect(await read(paragraph('Bread', `<w:pStyle w:val="Heading1"/>${stops}`))).toBe('# Bread');
});

test('readWord reads a text box once, although there is a version for older programs', async () => {
  const box = (inside: string) => `<w:txbxContent>${inside}</w:txbxContent>`;
  expect(
    await read(
      `<w:p><w:r><mc:AlternateContent><mc:Choice>${box(paragraph('Sale'))}</mc:Choice>` +
        `<mc:Fallback>${box(paragraph('Sale'))}</mc:Fallback></mc:AlternateContent></w:r></w:p>`,
    ),
  ).toBe('Sale');
});

test.each([
  ['incomplete', '<w:p>'],
  ['with an entity', '<!DOCTYPE a [<!ENTITY b "c">]><a><w:t>&b;</w:t></a>'],
  ['without XML', 'a'],
])('readWord reports a document %s as damaged', async (_, xml) => {
  await expect(readWord(zipOf({ 'word/document.xml': xml }), 1_000)).rejects.not.toHaveProperty(
    'refusal',
  );
});

test.each([
  ['without a document', zipOf({ 'a.txt': 'a' }), 'kind'],
  ['that is too long', docxOf(paragraph('a'.repeat(1_001))), 'characters'],
])('readWord refuses a file %s', async (_, bytes, refusal) => {
  await expect(readWord(bytes, 1_000)).rejects.toMatchObject({ refusal });
});
