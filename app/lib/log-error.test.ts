import { describe, expect, test } from 'vitest';

import { loggedError } from './log-error';

const SECRET = 'hunter2';

describe('an error in the log', () => {
  test('has its type, message, location, and cause', () => {
    const logged = loggedError(
      new TypeError('it broke', {
        cause: Object.assign(new Error('why'), { code: 'ECONNREFUSED' }),
      }),
    );
    expect(logged).toMatchObject({
      type: 'TypeError',
      message: 'it broke',
      cause: { type: 'Error', message: 'why', code: 'ECONNREFUSED' },
    });
    expect(logged.stack).toMatch(/^\s+at .*log-error\.test\.ts/);
    expect(logged.stack).not.toContain('it broke');
  });

  test('has its class if it has no name of its own', () => {
    class LeaseLost extends Error {}
    expect(loggedError(new LeaseLost('x')).type).toBe('LeaseLost');
  });

  test.each([
    [
      'a unique row',
      {
        code: '23505',
        constraint: 'users_email_key',
        detail: `Key (email)=(${SECRET}) already exists.`,
      },
    ],
    [
      'a failing row',
      {
        code: '23514',
        table: 'users',
        detail: `Failing row contains (${SECRET}).`,
        where: SECRET,
        internalQuery: SECRET,
      },
    ],
    ['a query', { query: SECRET, parameters: [SECRET] }],
    [
      'a request',
      { request: { headers: { cookie: SECRET } }, response: { body: SECRET }, input: SECRET },
    ],
    ['a connection', { client: { connectionParameters: { password: SECRET } } }],
    ['a field that is not what it should be', { code: { value: SECRET }, status: [SECRET] }],
  ])('contains no values that are attached to it: %s', (_name, fields) => {
    const logged = loggedError(Object.assign(new Error('failed'), fields));
    expect(JSON.stringify(logged)).not.toContain(SECRET);
    if ('constraint' in fields) expect(logged.constraint).toBe('users_email_key');
  });

  test("keeps a provider's short code", () => {
    expect(loggedError(Object.assign(new Error('x'), { detail: 'model_not_found' })).detail).toBe(
      'model_not_found',
    );
  });

  test.each([
    [`invalid input syntax for type uuid: "${SECRET}"`, 'invalid input syntax for type uuid'],
    [
      `Raw query failed. Code: \`22P02\`. Message: \`invalid input syntax for type json: "${SECRET}\n${SECRET}"\``,
      'Raw query failed. Code: `22P02`. Message: `invalid input syntax for type json',
    ],
    [
      'value "9999999999" is out of range for type integer',
      'value a value is out of range for type integer',
    ],
    [
      'duplicate key value violates unique constraint "users_email_key"',
      'duplicate key value violates unique constraint "users_email_key"',
    ],
  ])("doesn't quote the value that it's about: %s", (message, told) => {
    expect(loggedError(new Error(message)).message).toBe(told);
  });

  test("doesn't quote invalid JSON", () => {
    let failure: unknown;
    try {
      JSON.parse(`{"password": ${SECRET}}`);
    } catch (error) {
      failure = error;
    }
    expect((failure as Error).message).toContain('hunter');
    expect(JSON.stringify(loggedError(failure))).not.toContain('hunter');
    expect(loggedError(new Error('the JSON column is missing')).message).toContain('JSON column');
  });

  test('may be any thrown value', () => {
    expect(loggedError(new Response(SECRET, { status: 404 }))).toEqual({
      type: 'Response',
      status: 404,
    });
    expect(loggedError(SECRET)).toEqual({ type: 'String' });
    expect(loggedError(null)).toEqual({ type: 'null' });
    expect(loggedError({ [SECRET]: SECRET })).toEqual({ type: 'Object' });
  });

  test('may be circular or have many parts', () => {
    const circle = new Error('round');
    circle.cause = circle;
    expect(JSON.stringify(loggedError(circle)).match(/round/g)).toHaveLength(5);
    const many = new AggregateError(Array.from({ length: 50 }, () => new Error('part')));
    expect(loggedError(many).errors).toHaveLength(5);
  });
});
