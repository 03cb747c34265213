import { describe, expect, it } from 'vitest';

import type { ChatRequest } from './chat';
import { Dialects } from './dialect';

const request: ChatRequest = {
  model: 'openai/gpt-4o-mini',
  messages: [{ role: 'user', content: 'Hello' }],
  maxTokens: 8000,
  temperature: 0.7,
  signal: new AbortController().signal,
};

describe('Dialects', () => {
  it("uses OpenAI's parameters for OpenAI", () => {
    expect(new Dialects('https://api.openai.com/v1').body(request, true)).toEqual({
      model: 'gpt-4o-mini',
      messages: request.messages,
      max_completion_tokens: 8000,
      temperature: 0.7,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('keeps the vendor and max_tokens for all other servers', () => {
    const body = new Dialects('https://openrouter.ai/api/v1').body(request, false);
    expect(body).toMatchObject({ model: 'openai/gpt-4o-mini', max_tokens: 8000, stream: false });
    expect(body).not.toHaveProperty('stream_options');
  });

  it('marks what is worth caching only for models that cache nothing else, as OpenRouter documents it', () => {
    const messages = [
      { role: 'system' as const, content: 'Be brief.', cache: true },
      { role: 'user' as const, content: 'See', images: ['data:image/png;base64,AA'], cache: true },
      { role: 'user' as const, content: 'Hello' },
    ];
    const claude = { ...request, model: 'anthropic/claude-sonnet-4', messages };
    const plain = [
      { role: 'system', content: 'Be brief.' },
      expect.objectContaining({ content: [expect.anything(), { type: 'text', text: 'See' }] }),
      { role: 'user', content: 'Hello' },
    ];
    const openRouter = new Dialects('https://openrouter.ai/api/v1');
    const cache_control = { type: 'ephemeral' };
    expect(openRouter.body(claude, true).messages).toEqual([
      { role: 'system', content: [{ type: 'text', text: 'Be brief.', cache_control }] },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
          { type: 'text', text: 'See', cache_control },
        ],
      },
      { role: 'user', content: 'Hello' },
    ]);
    expect(openRouter.body({ ...request, messages }, true).messages).toEqual(plain);
    expect(new Dialects('http://localhost/v1').body(claude, true).messages).toEqual(plain);
  });

  it('says how hard to think as each server documents it, until a model refuses it', () => {
    const hard = { ...request, effort: 'high' as const };
    const openAi = new Dialects('https://api.openai.com/v1');
    expect(openAi.body(hard, true)).toMatchObject({ reasoning_effort: 'high' });
    expect(openAi.body({ ...request, effort: null }, true)).not.toHaveProperty('reasoning_effort');
    const openRouter = new Dialects('https://openrouter.ai/api/v1').body(hard, true);
    expect(openRouter).toMatchObject({ reasoning: { effort: 'high' } });
    expect(openRouter).not.toHaveProperty('reasoning_effort');

    const refusal = {
      status: 400,
      param: 'reasoning_effort',
      code: 'unsupported_value',
      message: "Unsupported value: 'reasoning_effort' does not support 'high' with this model.",
    };
    expect(openAi.learn(request, refusal)).toBe(true);
    expect(openAi.body(hard, true)).not.toHaveProperty('reasoning_effort');
    const thinks = { status: 400, message: 'With reasoning models, temperature is not supported.' };
    expect(openAi.learn(request, thinks)).toBe(true);
    expect(openAi.body(hard, true)).not.toHaveProperty('temperature');
  });

  it('learns for one model which parameters a server refuses', () => {
    const dialects = new Dialects('http://localhost:11434/v1');
    const refusal = {
      status: 400,
      message:
        "400 Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    };
    expect(dialects.learn(request, refusal)).toBe(true);
    expect(dialects.body(request, true)).toMatchObject({ max_completion_tokens: 8000 });
    expect(dialects.body(request, true)).not.toHaveProperty('max_tokens');
    expect(dialects.body({ ...request, model: 'other' }, true)).toMatchObject({ max_tokens: 8000 });

    const temperature = { status: 400, param: 'temperature', code: 'unsupported_value' };
    expect(dialects.learn(request, temperature)).toBe(true);
    expect(dialects.body(request, true)).not.toHaveProperty('temperature');
    expect(dialects.learn(request, temperature)).toBe(false);

    const extra = { status: 422, message: 'stream_options: Extra inputs are not permitted' };
    expect(dialects.learn(request, extra)).toBe(true);
    expect(dialects.body(request, true)).not.toHaveProperty('stream_options');
  });

  const tools = [{ name: 'web_search', description: 'Searches.', parameters: { type: 'object' } }];
  const calls = [{ id: 'a', name: 'web_search', input: '{}' }];
  const reasoning = [{ type: 'reasoning.text', text: 'Hm.', signature: 'sig' }];
  const called: ChatRequest = {
    ...request,
    tools,
    messages: [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: '', calls, reasoning },
      { role: 'tool', callId: 'a', content: 'Nothing found.' },
    ],
  };

  it('offers tools, and sends calls back with their results and what was thought before them', () => {
    const body = new Dialects('https://openrouter.ai/api/v1').body(called, true);
    expect(body).toMatchObject({
      tools: [{ type: 'function', function: tools[0] }],
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'web_search', arguments: '{}' } },
          ],
          reasoning_details: reasoning,
        },
        { role: 'tool', tool_call_id: 'a', content: 'Nothing found.' },
      ],
    });
    expect(body).not.toHaveProperty('tool_choice');
    const last = new Dialects('http://localhost/v1').body({ ...called, mustAnswer: true }, true);
    expect(last).toMatchObject({ tool_choice: 'none', tools: [expect.anything()] });
    expect(new Dialects('http://localhost/v1').body(request, true)).not.toHaveProperty('tools');
  });

  it.each([
    { status: 400, message: '400 gemma3:4b does not support tools' },
    { status: 404, message: '404 No endpoints found that support tool use.' },
    { status: 400, message: '"auto" tool choice requires --enable-auto-tool-choice to be set' },
    { status: 422, param: 'tools', message: 'Extra inputs are not permitted' },
  ])('does without tools where a server refuses them: %j', (refusal) => {
    const dialects = new Dialects('http://localhost/v1');
    expect(dialects.learn(called, refusal)).toBe(true);
    const body = dialects.body(called, true);
    expect(body).not.toHaveProperty('tools');
    expect(body.messages).toEqual([{ role: 'user', content: 'Hello' }]);
    // The same words about a request without tools are about something else.
    expect(
      new Dialects('http://localhost/v1').learn(request, { ...refusal, param: undefined }),
    ).toBe(false);
  });

  it('asks again without tool_choice where only that is refused', () => {
    const dialects = new Dialects('http://localhost/v1');
    const refusal = { status: 400, param: 'tool_choice', message: 'tool_choice is not supported' };
    expect(dialects.learn(called, refusal)).toBe(true);
    const body = dialects.body({ ...called, mustAnswer: true }, true);
    expect(body).toHaveProperty('tools');
    expect(body).not.toHaveProperty('tool_choice');
  });

  it.each([
    [
      {
        status: 400,
        param: 'max_tokens',
        code: 'invalid_value',
        message: 'max_tokens is too large',
      },
    ],
    [{ status: 400, param: 'messages', code: 'unsupported_value', message: 'temperature' }],
    [{ status: 500, param: 'temperature', code: 'unsupported_value' }],
    [new Error('temperature is not supported')],
    [undefined],
  ])('learns nothing from %j', (refusal) => {
    expect(new Dialects('http://localhost/v1').learn(request, refusal)).toBe(false);
  });
});
