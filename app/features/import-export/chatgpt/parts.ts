import { fileOf, REMARKS, type Fragment, type NamedFile } from './step';
import { fieldsOf, listOf, textOf, type Fields } from './untrusted';

/** The parts of a text, of images, sounds and words among one another. */
export function partsOf(
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
          kind: 'picture',
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

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
