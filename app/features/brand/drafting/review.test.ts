import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';

import {
  COMPONENT_FIELDS,
  COMPONENT_KINDS,
  FIELD_GUIDES,
  MAX_FIELD,
  tooLongText,
} from '../components/component';
import type { ProfileDraft } from './draft';
import {
  fieldStatus,
  isSavable,
  isTooLong,
  NO_NOTES,
  proposalIn,
  proposedText,
  readNotes,
  replaces,
} from './review';

const draft: ProfileDraft = {
  id: '1',
  about: '',
  samples: ['Come in, it is warm.'],
  state: 'done',
  reason: null,
  text: `## whatYouDo
We bake.
## brandVoice
Kind.
- trait: Warm | quote: "Come in"
- trait: Vain | quote: "the best of all"
## idealCustomer
Famil`,
};

describe('a proposal', () => {
  const ended = proposalIn(draft, false);
  const running = proposalIn(draft, true);

  it('offers what has arrived, without traits whose quote is not real', () => {
    expect(proposedText('whatYouDo', ended, NO_NOTES)).toBe('We bake.');
    expect(proposedText('brandVoice', ended, NO_NOTES)).toBe('Kind.\n\n- Warm, as in “Come in”');
    expect(
      proposedText('brandVoice', ended, {
        ...NO_NOTES,
        toggled: { '- Warm, as in “Come in”': false, '- Vain': true },
      }),
    ).toBe('Kind.\n\n- Vain');
    expect(proposedText('pricing', ended, NO_NOTES)).toBe('');
  });

  it("offers the user's edited text", () => {
    const notes = { ...NO_NOTES, edited: { whatYouDo: 'We bake well.', pricing: '' } };
    expect(proposedText('whatYouDo', ended, notes)).toBe('We bake well.');
    expect(fieldStatus('pricing', ended, notes, '')).toBe('open');
  });

  it('has a status for each field', () => {
    expect(fieldStatus('whatYouDo', ended, NO_NOTES, '')).toBe('open');
    expect(fieldStatus('whatYouDo', ended, NO_NOTES, 'We bake.')).toBe('saved');
    expect(fieldStatus('whatYouDo', ended, { ...NO_NOTES, kept: ['whatYouDo'] }, '')).toBe('kept');
    expect(fieldStatus('pricing', ended, NO_NOTES, 'Ours.')).toBe('none');
    expect(fieldStatus('idealCustomer', ended, NO_NOTES, '')).toBe('open');
    expect(fieldStatus('idealCustomer', running, NO_NOTES, '')).toBe('writing');
    expect(fieldStatus('pricing', running, NO_NOTES, '')).toBe('waiting');
  });
});

describe('saving', () => {
  const reviewed = { kind: 'brandStory', field: 'whatYouDo', status: 'open', current: '' } as const;

  it('writes each field that is ticked and has a text', () => {
    expect(isSavable({ ...reviewed, text: 'We bake.' })).toBe(true);
    expect(isSavable({ ...reviewed, text: ' \n' })).toBe(false);
    expect(isSavable({ ...reviewed, text: 'We bake.', status: 'kept' })).toBe(false);
    expect(isSavable({ ...reviewed, text: 'We bake.', status: 'saved' })).toBe(false);
  });

  it('waits for a text that is too long, unless it is unticked', () => {
    const text = 'x'.repeat(MAX_FIELD + 1);
    expect(isTooLong({ ...reviewed, text })).toBe(true);
    expect(isTooLong({ ...reviewed, text, status: 'kept' })).toBe(false);
  });

  it('goes by the limit of the field, where it has one of its own', () => {
    const guide = FIELD_GUIDES[reviewed.field];
    guide.maxLength = 10;
    onTestFinished(() => void delete guide.maxLength);
    expect(isTooLong({ ...reviewed, text: 'x'.repeat(10) })).toBe(false);
    expect(isTooLong({ ...reviewed, text: 'x'.repeat(11) })).toBe(true);
    expect(tooLongText('What you do', reviewed.field)).toMatch(/ up to 10 characters\.$/);
  });

  it('says which texts of the profile it would replace', () => {
    expect(replaces({ ...reviewed, text: 'We bake.' })).toBe(false);
    expect(replaces({ ...reviewed, text: 'We bake.', current: 'Ours.' })).toBe(true);
  });
});

describe('notes that another version of the app kept', () => {
  const fields: string[] = COMPONENT_KINDS.flatMap((kind) => COMPONENT_FIELDS[kind]);

  it('are read as they were written', () => {
    const notes = {
      edited: { brandVoice: 'Warm' },
      kept: ['brandVoice' as const],
      toggled: { 'Warm: close': false },
      before: { brandVoice: 'Cool' },
    };
    expect(readNotes(JSON.parse(JSON.stringify(notes)))).toEqual(notes);
  });

  it('lose what is none of a profile’s, and never throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const read = readNotes({ edited: json, kept: json, toggled: json, before: json });
        expect(Object.keys(read.edited).filter((name) => !fields.includes(name))).toEqual([]);
        expect(readNotes(json)).toEqual(readNotes(readNotes(json)));
      }),
    );
    expect(readNotes({ edited: { brandVoice: 3, gone: 'x' }, kept: 'brandVoice' })).toEqual(
      NO_NOTES,
    );
  });
});
