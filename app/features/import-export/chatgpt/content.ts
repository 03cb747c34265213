import { type Fields, fieldsOf, isObject, parsedOf } from '~/lib/json';

import { canvasAct } from './canvas';
import { fenced, inLine, linked, quoted } from './markdown';
import { fileOf, REMARKS, type Fragment, type NamedFile } from './step';
import { marksOf, withoutMarks } from './text-marks';
import { beginningOf, listOf, textOf } from './untrusted';

/** What is shown of a message, depending on the kind of its content. */
export function contentOf(message: Fields, metadata: Fields, remarks: string[]): Fragment[] {
  const content = fieldsOf(message.content);
  const role = fieldsOf(message.author).role;
  const recipient = textOf(message.recipient) || 'all';
  const kind = textOf(content.content_type);
  if (PRIVATE.has(kind)) return [];
  if (role === 'tool') return toolContent(kind, content, metadata, remarks);
  if (role === 'assistant' && recipient !== 'all') {
    return callContent(recipient, content, remarks);
  }
  if (role === 'assistant' && message.channel === 'analysis') return [];
  switch (kind) {
    case 'text':
    case 'multimodal_text':
      return partsOf(content, marksOf(metadata), remarks);
    case 'code':
      return answeredCode(content, metadata);
    case 'execution_output':
      return output(content, metadata);
    case 'tether_quote':
      return quotation(content, remarks);
    case 'system_error':
      return failure(content);
    default:
      return unknown(kind, content, metadata, remarks);
  }
}

/** Instructions of the account, thoughts, and what the service's browser displayed: never shown. */
const PRIVATE = new Set([
  'user_editable_context',
  'model_editable_context',
  'thoughts',
  'reasoning_recap',
  'tether_browsing_display',
  'sonic_webpage',
]);

/** Texts, images, and sounds, in their order. */
function partsOf(
  content: Fields,
  readText: (text: string) => string,
  remarks: string[],
): Fragment[] {
  const parts = listOf(content.parts);
  const spoken = parts.some((part) => fieldsOf(part).content_type === 'audio_transcription');
  return parts.flatMap((part): Fragment[] => {
    const text = typeof part === 'string' ? readText(textOf(part)) : '';
    if (text.trim() !== '') return [{ kind: 'text', text }];
    if (typeof part !== 'object' || part === null) return [];
    return objectPart(fieldsOf(part), spoken, readText, remarks);
  });
}

function objectPart(
  part: Fields,
  spoken: boolean,
  readText: (text: string) => string,
  remarks: string[],
): Fragment[] {
  const kind = textOf(part.content_type);
  const metadata = fieldsOf(part.metadata);
  const sound = (file: NamedFile | null): Fragment[] => [
    { kind: 'sound', file: file ?? { ids: [], name: null }, spoken },
  ];
  switch (kind) {
    case 'image_asset_pointer': {
      const dalle = fieldsOf(metadata.dalle);
      const generation = fieldsOf(metadata.generation);
      const file = fileOf(part.asset_pointer, [dalle.gen_id, generation.gen_id]);
      const generated = isObject(metadata.dalle) || isObject(metadata.generation);
      return [
        {
          kind: 'image',
          file: file ?? { ids: [], name: null },
          generated,
          prompt: textOf(dalle.prompt) || null,
        },
      ];
    }
    case 'audio_transcription': {
      const words = readText(textOf(part.text));
      return words.trim() === '' ? [] : [{ kind: 'text', text: words }];
    }
    case 'audio_asset_pointer':
      return sound(fileOf(part.asset_pointer));
    case 'real_time_user_audio_video_asset_pointer':
      return sound(fileOf(part.audio_asset_pointer) ?? fileOf(part.asset_pointer));
    case 'video_container_asset_pointer':
      return sound(fileOf(part.asset_pointer) ?? fileOf(part.video_container_asset_pointer));
    default: {
      const words = readText(textOf(part.text));
      if (words.trim() !== '') return [{ kind: 'text', text: words }];
      remarks.push(REMARKS.unknownKind(kind));
      return [{ kind: 'text', text: '*[Something that can’t be shown here]*' }];
    }
  }
}

/** Words of a tool are for the model; only what it made is shown. */
function toolContent(
  kind: string,
  content: Fields,
  metadata: Fields,
  remarks: string[],
): Fragment[] {
  const report = researchReport(metadata);
  if (report !== null) return report;
  switch (kind) {
    case 'multimodal_text':
      // Its words tell the model that the person sees the images.
      return partsOf(content, (text) => text, remarks).filter(({ kind: part }) => part !== 'text');
    case 'execution_output':
      return output(content, metadata);
    case 'tether_quote':
      return quotation(content, remarks);
    case 'system_error':
      return failure(content);
    default:
      return [];
  }
}

/** What is shown of a tool call: code, the prompt of an image, or a document; nothing of others. */
function callContent(recipient: string, content: Fields, remarks: string[]): Fragment[] {
  const call = callText(content);
  if (recipient.startsWith('canmore.')) {
    if (recipient !== 'canmore.create_textdoc' && recipient !== 'canmore.update_textdoc') return [];
    const act = canvasAct(recipient, call);
    if (act) return [{ kind: 'canvas', act }];
    remarks.push(REMARKS.lostEdit);
    return [];
  }
  if (recipient === 'python' || recipient.startsWith('python.')) {
    return call.trim() === '' ? [] : [{ kind: 'text', text: fenced(call, 'python') }];
  }
  const prompt = imagePrompt(recipient, call);
  return prompt === null ? [] : [{ kind: 'prompt', prompt }];
}

function callText(content: Fields): string {
  return typeof content.text === 'string'
    ? textOf(content.text)
    : listOf(content.parts).map(textOf).join('');
}

function imagePrompt(recipient: string, call: string): string | null {
  const prompt = call.includes('"prompt') ? fieldsOf(parsedOf(call)) : {};
  const first = textOf(prompt.prompt) || textOf(listOf(prompt.prompts)[0]);
  if (first !== '') return first;
  // In older exports, the prompt is the text itself instead of JSON.
  return recipient.startsWith('dalle') && !call.trimStart().startsWith('{')
    ? call.trim() || null
    : null;
}

function answeredCode(content: Fields, metadata: Fields): Fragment[] {
  if (metadata.reasoning_status === 'is_reasoning') return [];
  const code = callText(content);
  if (code.trim() === '') return [];
  const prompt = imagePrompt('all', code);
  if (prompt !== null) return [{ kind: 'prompt', prompt }];
  return [{ kind: 'text', text: fenced(code, textOf(content.language)) }];
}

function output(content: Fields, metadata: Fields): Fragment[] {
  const text = callText(content);
  const shown: Fragment[] =
    text.trim() === '' ? [] : [{ kind: 'text', text: `Output:\n\n${fenced(text)}` }];
  for (const entry of listOf(fieldsOf(metadata.aggregate_result).messages)) {
    const result = fieldsOf(entry);
    const file = result.message_type === 'image' ? fileOf(result.image_url) : null;
    if (file) shown.push({ kind: 'image', file, generated: false, prompt: null });
  }
  return shown;
}

const MAX_QUOTATION = 2_000;

function quotation(content: Fields, remarks: string[]): Fragment[] {
  const whole = textOf(content.text).trim();
  let text = whole;
  if (whole.length > MAX_QUOTATION) {
    const end = whole.lastIndexOf(' ', MAX_QUOTATION) + 1 || MAX_QUOTATION;
    text = `${beginningOf(whole, end).trimEnd()} …`;
    remarks.push(REMARKS.longQuotation);
  }
  const source = linked(textOf(content.title) || textOf(content.domain), textOf(content.url));
  const shown = [text, source].filter((part) => part !== '').join('\n\n');
  return shown === '' ? [] : [{ kind: 'text', text: quoted(shown) }];
}

function failure(content: Fields): Fragment[] {
  const text = callText(content).trim() || textOf(content.name);
  return [
    { kind: 'text', text: quoted(`**Error:** ${inLine(text, 1_000) || 'no reason was given'}`) },
  ];
}

/** Deep research of 2026 has its report in the state of a widget. */
function researchReport(metadata: Fields): Fragment[] | null {
  const state = textOf(fieldsOf(metadata.chatgpt_sdk).widget_state);
  if (!state.includes('report_message')) return null;
  const report = fieldsOf(fieldsOf(parsedOf(state)).report_message);
  const text = listOf(fieldsOf(report.content).parts).map(textOf).join('\n\n').trim();
  return text === ''
    ? null
    : [{ kind: 'text', text: withoutMarks(text, fieldsOf(report.metadata)) }];
}

function unknown(kind: string, content: Fields, metadata: Fields, remarks: string[]): Fragment[] {
  const shown = marksOf(metadata);
  const words = [...listOf(content.parts), content.text]
    .map(textOf)
    .filter((part) => part.trim() !== '')
    .map((text): Fragment => ({ kind: 'text', text: shown(text) }));
  if (words.length > 0 || kind === '') return words;
  remarks.push(REMARKS.unknownKind(kind));
  return [{ kind: 'text', text: '*[Something that can’t be shown here]*' }];
}
