import { describe, expect, it } from 'vitest';

import { MAX_FIELD } from '../components/component';
import type { ProfileDraft } from './draft';
import { canAccept, fieldStatus, NO_NOTES, proposalIn, proposedText } from './review';

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
    expect(fieldStatus('whatYouDo', ended, NO_NOTES, 'We bake.')).toBe('accepted');
    expect(fieldStatus('whatYouDo', ended, { ...NO_NOTES, kept: ['whatYouDo'] }, '')).toBe('kept');
    expect(fieldStatus('pricing', ended, NO_NOTES, 'Ours.')).toBe('none');
    expect(fieldStatus('idealCustomer', ended, NO_NOTES, '')).toBe('open');
    expect(fieldStatus('idealCustomer', running, NO_NOTES, '')).toBe('writing');
    expect(fieldStatus('pricing', running, NO_NOTES, '')).toBe('waiting');
  });
});

it('canAccept rejects an empty text and one that is too long', () => {
  expect(canAccept(' \n')).toBe(false);
  expect(canAccept('x')).toBe(true);
  expect(canAccept('x'.repeat(MAX_FIELD + 1))).toBe(false);
});
