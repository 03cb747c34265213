/** A request's form in Stripe's notation: `a[b][0][c]=1` stands for `{ a: { b: [{ c: '1' }] } }`. */
export interface Form {
  [name: string]: string | Form | undefined;
}

export function parseForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    let place = form;
    for (const part of path.slice(0, -1)) place = (place[part] ??= {}) as Form;
    place[path.at(-1)!] = value;
  }
  return form;
}

/** Turns a list's fields, which are named by their indexes, into an array. */
export function listOf(value: string | Form | undefined): (string | Form)[] {
  if (value === undefined || typeof value === 'string') return [];
  return Object.values(value).filter((item) => item !== undefined);
}
