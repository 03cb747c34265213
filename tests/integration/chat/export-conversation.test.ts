import { describe, expect, test } from 'vitest';

import {
  exportConversation,
  readConversationFormat,
} from '~/features/chat/archive/export-conversation.server';
import { sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { createConversation, createMessages } from '../../factories/conversations';
import { PAYLOADS } from '../../factories/markdown-payloads';
import { createUser } from '../../factories/users';
import { spyOnStatements } from '../../harness/statements';

const GONE = { code: 'not-found' };
const HERE = 'https://here.example/';
const signal = new AbortController().signal;

async function exported(
  of: { id: string; userId: UserScope },
  format: 'markdown' | 'json' | 'html',
  show = false,
) {
  const response = await exportConversation(of.userId, of.id, { format, show }, signal);
  return { headers: response.headers, text: await response.text() };
}

async function twoBranches(title = '[ChatGPT] <Bread> "& more"') {
  const user = await createUser();
  const conversation = await createConversation(user, { title });
  const [question] = await createMessages(conversation, ['How?', 'With **flour**.']);
  await createMessages(
    conversation,
    ['And else?', '| a | b |\n|---|---|\n| 1 | 2 |'],
    question!.id,
  );
  await sql.query(
    `UPDATE messages SET files = '[{"name":"a <b>.pdf","type":"application/pdf","size":1,"id":null}]'
      WHERE id = $1::uuid`,
    [question!.id],
  );
  return conversation;
}

describe('a conversation as a file', () => {
  test('has the branch that is shown as Markdown', async () => {
    const { text, headers } = await exported(await twoBranches(), 'markdown');
    expect(text).toMatch(
      /^# <Bread> "& more"\n\n## You\n\nHow\?\n\nFiles: a \\<b\\>\.pdf\n\n## You\n/,
    );
    expect(text).toContain('## Assistant\n\n| a | b |');
    expect(text).not.toContain('flour');
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(headers.get('content-disposition')).toContain('filename="Bread & more.md"');
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  test('has all branches as JSON', async () => {
    const { text } = await exported(await twoBranches(), 'json');
    const { title, messages } = JSON.parse(text) as {
      title: string;
      messages: { content: string }[];
    };
    expect(title).toBe('[ChatGPT] <Bread> "& more"');
    expect(messages.map(({ content }) => content)).toContain('With **flour**.');
    expect(messages).toHaveLength(4);
  });

  test('has what answers had looked up as lines, and as JSON with what that brought', async () => {
    const user = await createUser();
    const conversation = await createConversation(user, { title: 'Flour' });
    const [, answer] = await createMessages(conversation, ['How much?', '€2 [1].']);
    await sql.query(
      `INSERT INTO tool_calls (id, user_id, message_id, round, position, call_id, tool, input, title, state, output, note)
       VALUES (gen_random_uuid(), $1::uuid, $2::uuid, 0, 0, 'c', 'web_search', '{"query":"flour"}', 'Web search: <flour>', 'done',
               '> Rye is €2.', '1 result')`,
      [user.id, answer!.id],
    );
    expect((await exported(conversation, 'markdown')).text).toContain(
      '## Assistant\n\n*Web search: \\<flour\\> · 1 result*\n\n€2 [1].',
    );
    expect((await exported(conversation, 'html')).text).toContain(
      '<p class="about">Web search: &lt;flour&gt; · 1 result</p>',
    );
    const { messages } = JSON.parse((await exported(conversation, 'json')).text) as {
      messages: object[];
    };
    expect(messages[1]).toMatchObject({
      calls: [{ tool: 'web_search', state: 'done', output: '> Rye is €2.', note: '1 result' }],
    });
  });

  test('is a page of its own as HTML, which runs and fetches nothing', async () => {
    const { text, headers } = await exported(await twoBranches(), 'html', true);
    expect(text).toContain('<title>&lt;Bread&gt; &quot;&amp; more&quot;</title>');
    expect(text).toContain('a &lt;b&gt;.pdf');
    expect(text).toContain('<table>');
    expect(text).toContain('@media print');
    expect(text).not.toContain('flour');
    expect(headers.get('content-disposition')).toBe('inline');
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/; sandbox$/);
    expect(policy).not.toContain('script-src');
  });

  test('separates speakers from the headings of a message as HTML', async () => {
    const user = await createUser();
    const conversation = await createConversation(user, {});
    await createMessages(conversation, ['How?', '## Flour first']);
    const { text } = await exported(conversation, 'html');
    expect(text).toContain('<h2 class="who">Assistant</h2>\n<h2>Flour first</h2>');
    expect(text).toMatch(/\.who\{[^}]*text-transform:uppercase/);
    expect(text).not.toMatch(/h2\{[^}]*text-transform/);
  });

  test('shows hostile markup as text', async () => {
    const user = await createUser();
    const conversation = await createConversation(user, { title: '</title><script>x()</script>' });
    await createMessages(
      conversation,
      PAYLOADS.map(({ source }) => source.replaceAll('\0', '').toWellFormed()),
    );
    const { text } = await exported(conversation, 'html');
    const body = text.slice(text.indexOf('<main>'));
    // Every opening character belongs to a tag that is written like this.
    const TAG = /<\/?([a-z][a-z0-9]*)((?:\s+[a-z][a-z-]*(?:="[^"]*")?)*)\s*\/?>/g;
    expect(body.replace(TAG, '')).not.toContain('<');
    for (const [, name, attributes] of body.matchAll(TAG)) {
      expect([
        'script',
        'iframe',
        'object',
        'embed',
        'form',
        'base',
        'link',
        'meta',
        'style',
      ]).not.toContain(name);
      for (const [, attribute, value] of attributes!.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)) {
        expect(attribute).not.toMatch(/^(?:on|style$|srcdoc$|srcset$)/);
        if (attribute === 'href' || attribute === 'src') {
          const address = value!.replaceAll('&amp;', '&');
          // An invalid address leads nowhere.
          if (!URL.canParse(address, HERE)) continue;
          const { protocol } = new URL(address, HERE);
          expect(protocol).not.toMatch(/^(?:javascript|vbscript|data|blob|file):$/);
        }
      }
    }
  });

  test('is only for its owner', async () => {
    const conversation = await twoBranches();
    const other = await createUser();
    const asked = { ...conversation, userId: other.id };
    await expect(exported(asked, 'json')).rejects.toMatchObject(GONE);
    await expect(exported({ ...conversation, id: 'x' }, 'json')).rejects.toMatchObject(GONE);
    await sql.query('UPDATE conversations SET deleted_at = now() WHERE id = $1::uuid', [
      conversation.id,
    ]);
    await expect(exported(conversation, 'json')).rejects.toMatchObject(GONE);
  });

  test('has its format in its address', () => {
    const read = (search: string) => readConversationFormat(new URLSearchParams(search));
    expect(read('')).toEqual({ format: 'markdown', show: false });
    expect(read('format=html&show=1')).toEqual({ format: 'html', show: true });
    expect(() => read('format=toString')).toThrow('Markdown, JSON, or HTML');
  });
});

test('an export reads tool calls and images only for messages that have them', async () => {
  const conversation = await createConversation(await createUser());
  await createMessages(conversation, ['Flour?', 'Rye.']);
  const query = spyOnStatements();
  await exported(conversation, 'json');
  const texts = query.mock.calls.map(([asked]) => (asked as unknown as { text: string }).text);
  query.mockRestore();
  expect(texts).not.toEqual([]);
  expect(
    texts.filter((text) => /FROM "public"\."(?:tool_calls|message_images)"/.test(text)),
  ).toEqual([]);
});
