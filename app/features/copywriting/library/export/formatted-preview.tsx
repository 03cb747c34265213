import { FormatPreview } from '../../formats/components/format-preview';
import type { FormatId } from '../../formats/formats';
import { useProfiles } from '~/features/brand';

/** The text as it will look where it is published, under the name of the brand that is used. */
export function FormattedPreview({ format, text }: { format: FormatId; text: string }) {
  const { selected } = useProfiles(null);
  return <FormatPreview formatId={format} text={text} businessName={selected?.name} />;
}
