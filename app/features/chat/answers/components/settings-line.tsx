import { Cpu, ScrollText } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { useTokens } from '~/features/billing';
import { formatNumber } from '~/lib/format/numbers';
import { useLoadOnUse } from '~/ui/load-on-use';
import { Menu } from '~/ui/overlays/menu';
import type { MenuEntry } from '~/ui/overlays/menu-window';
import { Palette, SlidersHorizontal } from '~/ui/display/shared-icons';

import {
  type Effort,
  modelInUse,
  type SettingsChoices,
} from '../../conversations/settings/conversation-settings';
import type { Settings } from '../../conversations/settings/use-settings';
import type { InstructionsProps } from './instructions-dialog';

interface SettingsLineProps {
  settings: Settings;
  choices: SettingsChoices;
  onOpenPrompts(): void;
  /** More buttons, in the look of `SETTINGS_CHIP`. */
  children?: ReactNode;
}

export const SETTINGS_CHIP =
  'flex h-8 items-center gap-1.5 rounded-md px-2 text-xs text-muted transition-colors hover:bg-hover hover:text-text touch:h-11 touch:min-w-11 touch:justify-center';

const EFFORT_LABELS: [label: string, effort: Effort | null][] = [
  ['Think as needed', null],
  ['Think a little', 'low'],
  ['Think longer', 'medium'],
  ['Think hard', 'high'],
];

/** Below the composer: what grounds the answers, and the prompt library. */
export function SettingsLine({ settings, choices, onOpenPrompts, children }: SettingsLineProps) {
  const [instructing, setInstructing] = useState(false);
  const metered = useTokens() !== null;
  const { shown, change } = settings;
  const { profiles, models } = choices;
  const profile = profiles.find(({ id }) => id === shown.profileId);
  const { model } = modelInUse(shown.model, models);
  const instructed = shown.systemPrompt.trim() !== '';

  const profileEntries: MenuEntry[] = [
    ...[null, ...profiles].map((choice): MenuEntry => ({
      kind: 'choice',
      label: choice?.name ?? 'No profile',
      checked: (choice?.id ?? null) === (profile?.id ?? null),
      onSelect: () => change({ profileId: choice?.id ?? null }),
    })),
    { kind: 'separator' },
    {
      kind: 'link',
      label: profiles.length > 0 ? 'Manage profiles' : 'Create a brand profile',
      icon: 'sliders-horizontal',
      to: '/profiles',
    },
  ];
  const modelEntries = models.map(({ id, name, weight }, index): MenuEntry => ({
    kind: 'choice',
    label: name,
    hint: metered ? weightText(weight) : undefined,
    checked: id === model.id,
    // The default stays the default if the operator chooses another one.
    onSelect: () => change({ model: index === 0 ? null : id }),
  }));

  const effortEntries = EFFORT_LABELS.map(([label, effort]): MenuEntry => ({
    kind: 'choice',
    label,
    checked: effort === shown.effort,
    onSelect: () => change({ effort }),
  }));

  return (
    <div className="flex min-w-0 flex-wrap items-center gap-0.5">
      <Menu
        label={`Brand profile: ${profile?.name ?? 'No profile'}`}
        heading="Answers follow this brand"
        entries={profileEntries}
        align="start"
        side="top"
        className={`${SETTINGS_CHIP} ${profile ? 'text-text' : ''}`}
      >
        {profile?.logoUrl ? (
          <img
            src={profile.logoUrl}
            alt=""
            style={{ background: '#fff' }}
            className="size-4 shrink-0 rounded-sm object-contain"
          />
        ) : (
          <Palette
            className={`size-3.5 shrink-0 ${profile ? 'text-accent' : ''}`}
            aria-hidden="true"
          />
        )}
        <span className="max-w-40 truncate touch:max-w-20">{profile?.name ?? 'No profile'}</span>
      </Menu>
      {(models.length > 1 || model.effort) && (
        <Menu
          label={`AI model: ${model.name}`}
          heading="AI model"
          entries={
            model.effort ? [...modelEntries, { kind: 'separator' }, ...effortEntries] : modelEntries
          }
          align="start"
          side="top"
          className={SETTINGS_CHIP}
        >
          <Cpu className="size-3.5 shrink-0" aria-hidden="true" />
          <span className="max-w-40 truncate touch:max-w-20">{model.name}</span>
        </Menu>
      )}
      <button
        type="button"
        aria-label={instructed ? 'Instructions: set' : 'Instructions'}
        aria-haspopup="dialog"
        onPointerEnter={preloadInstructions}
        onFocus={preloadInstructions}
        onClick={() => setInstructing(true)}
        className={`${SETTINGS_CHIP} shrink-0 ${instructed ? 'text-text' : ''}`}
      >
        <SlidersHorizontal
          className={`size-3.5 shrink-0 ${instructed ? 'text-accent' : ''}`}
          aria-hidden="true"
        />
        <span className="max-[430px]:hidden">Instructions</span>
      </button>
      <button
        type="button"
        aria-label="Prompts"
        aria-haspopup="dialog"
        onClick={onOpenPrompts}
        className={`${SETTINGS_CHIP} shrink-0`}
      >
        <ScrollText className="size-3.5 shrink-0" aria-hidden="true" />
        <span className="max-[430px]:hidden">Prompts</span>
      </button>
      {children}
      <SaveState settings={settings} />
      <Instructions open={instructing} onOpenChange={setInstructing} settings={settings} />
    </div>
  );
}

/** Says which settings aren't saved yet; shows nothing once all are. */
function SaveState({ settings: { state, save } }: { settings: Settings }) {
  return (
    <span role="status" className="ml-auto shrink-0 pl-1 text-xs text-muted">
      {state === 'saving' && 'Saving…'}
      {state === 'failed' && (
        <button
          type="button"
          // Another failure is reported again, and the text stays.
          onClick={() => void save().catch(() => {})}
          className="rounded-sm px-1 text-danger underline underline-offset-4"
        >
          Not saved. Try again
        </button>
      )}
    </span>
  );
}

/** For example `1.5× tokens`; undefined for a weight of 1. */
function weightText(weight: number): string | undefined {
  return weight === 1 ? undefined : `${formatNumber(weight)}× tokens`;
}

const loadInstructions = () =>
  import('../../loaded-later').then((later) => later.loadInstructions());

/** Loads the code before the click. */
function preloadInstructions(): void {
  loadInstructions().catch(() => {
    // It isn't needed yet; opening the dialog tries again and reports a failure.
  });
}

/** The instructions of the conversation, and everything that is sent. */
function Instructions(props: InstructionsProps) {
  const { open, onOpenChange } = props;
  const loaded = useLoadOnUse(loadInstructions, open, () => onOpenChange(false));
  return loaded === undefined ? null : <loaded.InstructionsDialog {...props} />;
}
