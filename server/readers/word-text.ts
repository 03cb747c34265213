import { SaxesParser } from 'saxes';
import { fromBufferPromise } from 'yauzl';

export type WordRefusal = 'kind' | 'locked' | 'unpacked' | 'characters';

/** Any other error means that the file is damaged. */
export class WordRefused extends Error {
  readonly refusal: WordRefusal;

  constructor(refusal: WordRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** More than the text of any 20 MB Word file needs. */
const MAX_UNPACKED = 64 * 1024 * 1024;
const DOCUMENT = 'word/document.xml';
const HEADING = /^(?:Heading|berschrift|Titre)([1-9])$/i;

/**
 * Returns the text of a .docx file. Only its document is unpacked, up to its declared size.
 * @throws WordRefused
 */
export async function readWord(bytes: Buffer, maxCharacters: number): Promise<string> {
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== DOCUMENT) continue;
    if (entry.isEncrypted()) throw new WordRefused('locked');
    if (entry.uncompressedSize > MAX_UNPACKED) throw new WordRefused('unpacked');
    const xml = await zip.openReadStreamPromise(entry);
    return textOf(xml.setEncoding('utf8'), maxCharacters);
  }
  throw new WordRefused('kind');
}

/** Returns the paragraphs, with headings, lists, and tables as in Markdown. */
async function textOf(xml: AsyncIterable<string>, maxCharacters: number): Promise<string> {
  let text = '';
  let line = '';
  let inText = false;
  /** The depth of nested tables. */
  let rows = 0;
  let cells = 0;
  /** The depth inside fallbacks for older programs, which repeat a drawing's text. */
  let fallbacks = 0;

  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  const add = (part: string) => {
    if (inText) line += part;
    if (text.length + line.length > maxCharacters) throw new WordRefused('characters');
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'mc:Fallback') fallbacks += 1;
    if (fallbacks > 0) return;
    switch (name) {
      case 'w:t':
        inText = true;
        break;
      case 'w:tab':
        // An element with a position is a tab stop.
        if (!('w:pos' in attributes)) line += '\t';
        break;
      case 'w:br':
      case 'w:cr':
        line += '\n';
        break;
      case 'w:pStyle': {
        const level = HEADING.exec(attributes['w:val'] ?? '')?.[1];
        if (level) line = `${'#'.repeat(Number(level))} ${line}`;
        break;
      }
      case 'w:numPr':
        line = `- ${line}`;
        break;
      case 'w:tr':
        rows += 1;
        cells = 0;
        break;
      case 'w:tc':
        if (cells > 0) text += ' | ';
        cells += 1;
        break;
    }
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'mc:Fallback') fallbacks -= 1;
    if (fallbacks > 0) return;
    switch (name) {
      case 'w:t':
        inText = false;
        break;
      case 'w:p':
        text += rows > 0 ? line : `${line}\n\n`;
        line = '';
        break;
      case 'w:tr':
        rows -= 1;
        text += '\n';
        break;
    }
  });
  for await (const chunk of xml) parser.write(chunk);
  parser.close();
  return (text + line).replace(/\n{3,}/g, '\n\n').trim();
}
