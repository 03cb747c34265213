import { FormatPreview, type FormatId } from '~/features/formats';
import { useProfiles } from '~/features/profiles';

/** The text as it will look where it is published, under the name of the brand that is used. */
export function FormattedPreview({ format, text }: { format: FormatId; text: string }) {
  const { selected } = useProfiles(null);
  return <FormatPreview formatId={format} text={text} businessName={selected?.name} />;
}
