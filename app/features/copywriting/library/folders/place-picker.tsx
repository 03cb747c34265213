import { useId } from 'react';

import { CATEGORIES, type CategoryId } from '../../formats/categories';
import { type ContentFolder, type ContentPlace, placeKey } from '../content/content';

interface PlacePickerProps {
  label: string;
  place: ContentPlace;
  folders: ContentFolder[];
  onChange: (place: ContentPlace) => void;
  /** Offers only this category. */
  within?: CategoryId;
}

/** Chooses a category or one of its folders. */
export function PlacePicker({ label, place, folders, onChange, within }: PlacePickerProps) {
  const id = useId();
  function choose(key: string) {
    const folder = folders.find((one) => one.id === key);
    const category = CATEGORIES.find((one) => one.id === key);
    if (folder) onChange({ category: folder.category, folderId: folder.id });
    else if (category) onChange({ category: category.id, folderId: null });
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        value={placeKey(place)}
        onChange={(event) => choose(event.target.value)}
        className="block h-11 w-full rounded-md border border-border-strong bg-field px-3 text-[0.9375rem] hover:border-text/60 focus:border-ring"
      >
        {CATEGORIES.filter(({ id }) => (within ?? id) === id).map((category) => {
          const own = folders.filter((folder) => folder.category === category.id);
          return [
            <option key={category.id} value={category.id}>
              {category.name}
            </option>,
            ...own.map((folder) => (
              <option key={folder.id} value={folder.id}>
                {category.name} / {folder.name}
              </option>
            )),
          ];
        })}
      </select>
    </div>
  );
}
