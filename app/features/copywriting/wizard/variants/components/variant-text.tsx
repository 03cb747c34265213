import type { GenerationState } from '~/engine/generation';
import { Button } from '~/ui/button';
import { GrowingText } from '~/ui/rich-text/markdown-text';
import { ChevronLeft, ChevronRight, TriangleAlert } from '~/ui/display/shared-icons';

import { formatById, type FormatId, isMarkdown } from '../../../formats/formats';
import type { VariantView } from '../../briefs/brief';
import { dividedPosts, markdownOf, variantEndText } from '../variant';

/** The text of a variant, complete or growing. Posts are shown as they are; the other formats are Markdown. */
export function VariantText({
  formatId,
  text,
  html,
  grows,
}: {
  formatId: FormatId;
  text: string;
  /** The text as the server rendered it, shown until the renderer has loaded. */
  html: string | null;
  grows: boolean;
}) {
  if (formatId === 'thread') {
    return (
      <ol aria-label="Posts" className="space-y-3">
        {dividedPosts(text).map((post, index) => (
          <li
            key={index}
            className="rounded-lg border px-3.5 py-3 whitespace-pre-wrap wrap-anywhere"
          >
            {post}
          </li>
        ))}
      </ol>
    );
  }
  if (!isMarkdown(formatById(formatId)?.category)) {
    return <p className="leading-relaxed whitespace-pre-wrap wrap-anywhere">{text}</p>;
  }
  return <GrowingText text={markdownOf(text)} grows={grows} fallback={html} breaks />;
}

interface VariantEndProps {
  name: string;
  state: GenerationState;
  reason: string | null;
  empty: boolean;
  onContinue: () => void;
  onRegenerate: () => void;
}

/** Why a variant is incomplete, and what can be done about it. */
export function VariantEnd({
  name,
  state,
  reason,
  empty,
  onContinue,
  onRegenerate,
}: VariantEndProps) {
  const words = variantEndText(state, reason, empty);
  if (!words) return null;
  const failed = state === 'failed';
  return (
    <div
      className={`mt-3 first:mt-0 rounded-lg border px-3.5 py-3 text-sm ${failed ? 'border-danger/40 bg-danger-soft' : 'bg-sunken text-muted'}`}
    >
      <div className="flex items-start gap-2.5">
        {failed && (
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden="true" />
        )}
        <div className="min-w-0">
          <p>{words.text}</p>
          {words.detail && <p className="text-muted wrap-anywhere">{words.detail}</p>}
        </div>
      </div>
      <Button
        variant="secondary"
        size="sm"
        onClick={empty ? onRegenerate : onContinue}
        className="mt-2.5 text-text"
      >
        {empty ? 'Try again' : 'Continue'}
        <span className="sr-only"> {name}</span>
      </Button>
    </div>
  );
}

/** Steps through the texts that were written at one position; renders nothing when there is only one. */
export function VariantVersions({
  variant: { id, versions },
  name,
  onChoose,
}: {
  variant: VariantView;
  name: string;
  onChoose: (id: string) => Promise<void>;
}) {
  if (versions.length < 2) return null;
  const at = versions.indexOf(id);
  const steps = [
    { to: versions[at - 1], label: `Earlier version of ${name}`, Icon: ChevronLeft },
    { to: versions[at + 1], label: `Later version of ${name}`, Icon: ChevronRight },
  ];
  const [earlier, later] = steps.map(({ to, label, Icon }) => (
    <Button
      key={label}
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      // Not `disabled`, which would drop the focus.
      aria-disabled={to === undefined}
      onClick={to === undefined ? undefined : () => void onChoose(to)}
      className="aria-disabled:opacity-40"
    >
      <Icon className="size-4" aria-hidden="true" />
    </Button>
  ));
  return (
    <span className="flex items-center text-xs text-muted tabular-nums">
      {earlier}
      <span aria-label={`Version ${at + 1} of ${versions.length}`} role="img">
        {at + 1}/{versions.length}
      </span>
      {later}
    </span>
  );
}
