import type { FormatId } from '~/features/formats';

export function PieceChecks(_: { formatId: FormatId; text: string; keywords: readonly string[] }) {
  return null;
}

export function PieceLook({
  text,
}: {
  formatId: FormatId;
  text: string;
  profileName: string | null;
}) {
  return <p className="whitespace-pre-wrap">{text}</p>;
}
