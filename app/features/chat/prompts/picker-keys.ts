import type { KeyboardEvent } from 'react';

/** What a list that is steered from the message's field does with a key; true: the key was for it. */
export type PickerKeys = (event: KeyboardEvent) => boolean;
