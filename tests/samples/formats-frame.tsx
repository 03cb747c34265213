import { useState } from 'react';

import { CATEGORIES } from '~/features/copywriting/formats/categories';
import {
  FormatChecks,
  FormatPreview,
} from '~/features/copywriting/formats/components/format-panels';
import { formatById, formatsOf, type FormatId } from '~/features/copywriting/formats/formats';
import { AreaField } from '~/ui/forms/area-field';
import { Field } from '~/ui/forms/field';
import { PublicPage } from '~/ui/page/public-page';

import { FORMAT_TEXTS } from './format-texts';

/** Every format with an example text, its checks, and its preview. The server shows pages only to signed-in users. */
export function FormatsFrame() {
  const [formatId, setFormatId] = useState<FormatId>('linkedin-post');
  const [text, setText] = useState(FORMAT_TEXTS[formatId]);
  const [keywords, setKeywords] = useState('bread');
  return (
    <PublicPage signIn={false}>
      <div className="mx-auto w-full max-w-6xl px-5 py-12">
        <h1 className="mb-8 font-display text-3xl font-semibold tracking-tight">Formats</h1>
        <div className="grid gap-8 desktop:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
          <div className="space-y-5">
            <label className="block text-sm font-medium">
              Format
              <select
                value={formatId}
                onChange={({ target }) => {
                  const format = formatById(target.value);
                  if (!format) return;
                  setFormatId(format.id);
                  setText(FORMAT_TEXTS[format.id]);
                }}
                className="mt-1.5 block h-10 w-full rounded-md border border-border-strong bg-field px-3 touch:h-11"
              >
                {CATEGORIES.map(({ id, name }) => (
                  <optgroup key={id} label={name}>
                    {formatsOf(id).map((format) => (
                      <option key={format.id} value={format.id}>
                        {format.name}
                      </option>
                    ))}
                  </optgroup>
                ))}
              </select>
            </label>
            <AreaField
              label="Text"
              rows={12}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <Field
              label="Keywords"
              hint="With commas between them"
              value={keywords}
              onChange={({ target }) => setKeywords(target.value)}
            />
            <FormatChecks
              brand={null}
              formatId={formatId}
              text={text}
              keywords={keywords.split(',')}
            />
          </div>
          <FormatPreview textId="" formatId={formatId} text={text} businessName="Rye & Co Bakery" />
        </div>
      </div>
    </PublicPage>
  );
}
