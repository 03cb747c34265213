import { readFileSync } from 'node:fs';

export interface TextColumn {
  table: string;
  column: string;
  json: boolean;
  /** True for a list of texts. */
  list: boolean;
}

/** All columns in prisma/schema.prisma that can hold text: strings and JSON, without UUIDs. */
export function textColumns(): TextColumn[] {
  const schema = readFileSync('prisma/schema.prisma', 'utf8');
  return [...schema.matchAll(/^model (\w+) \{\n([^]*?)^\}/gm)].flatMap(([, , body = '']) => {
    const table = /^\s*@@map\("(\w+)"\)/m.exec(body)?.[1];
    if (table === undefined) throw new Error('a model without the name of its table');
    return [...body.matchAll(/^\s*(\w+)\s+(String|Json)(\[\])?\??(.*)$/gm)]
      .filter(([, , , , rest = '']) => !rest.includes('@db.Uuid'))
      .map(([, field = '', type, list, rest = '']) => ({
        table,
        column: /@map\("(\w+)"\)/.exec(rest)?.[1] ?? field,
        json: type === 'Json',
        list: list !== undefined,
      }));
  });
}
