import { type ReactNode, useCallback, useState } from 'react';

import { Images } from '~/ui/display/shared-icons';
import { useLoadOnUse } from '~/ui/load-on-use';

import { SETTINGS_CHIP } from '../answers/components/settings-line';
import type { ShownMessage } from '../messages/shown-messages';
import type { ImagePrices, LoadMessageImages } from './message-image';

export interface PageImages {
  /** The image of the gallery that the next message is about. */
  chosen: string | null;
  choose: (itemId: string | null) => void;
  /** Images can be changed. */
  canChange: boolean;
  /** Asks whether an image is wanted for the last answer. */
  offer: ReactNode;
  /** The chosen image. */
  preview: ReactNode;
  /** Chooses one. */
  button: ReactNode;
}

/** What a chat's page has of images around its composer. `last` is the last message; null while it's written. */
export function usePageImages(
  load: LoadMessageImages,
  prices: ImagePrices,
  last: ShownMessage | null | undefined,
): PageImages {
  const [chosen, choose] = useState<string | null>(null);
  const [picking, setPicking] = useState(false);
  /** The answer for which the person has said whether they want one, in this tab. */
  const [answered, setAnswered] = useState<string | null>(null);
  const { id, imageOffer } = last ?? {};
  const price = imageOffer ? prices[imageOffer] : null;
  const isOffered = id != null && id !== answered && price !== null;
  const close = useCallback(() => setPicking(false), []);
  const part = useLoadOnUse(load, isOffered || picking || chosen !== null, close);
  return {
    chosen,
    choose,
    canChange: prices.change !== null,
    offer: part && isOffered && imageOffer && (
      <part.ImageOffer
        key={id}
        {...{ messageId: id, offer: imageOffer, price }}
        onClose={() => setAnswered(id)}
      />
    ),
    preview: part && chosen && <part.ChosenImage itemId={chosen} onRemove={() => choose(null)} />,
    button: prices.change !== null && (
      <>
        <button
          type="button"
          aria-label="Image from gallery"
          aria-haspopup="dialog"
          onClick={() => setPicking(true)}
          className={`${SETTINGS_CHIP} shrink-0`}
        >
          <Images className="size-3.5 shrink-0" aria-hidden="true" />
          <span className="max-[430px]:hidden">Image</span>
        </button>
        {part && picking && (
          <part.ImagePicker
            onClose={close}
            onChoose={(itemId) => {
              close();
              choose(itemId);
            }}
          />
        )}
      </>
    ),
  };
}
