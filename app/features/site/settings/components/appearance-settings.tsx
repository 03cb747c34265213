import { RadioCard } from '~/ui/forms/radio-card';
import {
  chooseTheme,
  setReducedMotion,
  useReducedMotion,
  useThemeChoice,
  type ThemeChoice,
} from '~/ui/theme';

const THEMES: { value: ThemeChoice; label: string; text: string }[] = [
  { value: 'dark', label: 'Dark', text: 'Light text on a dark page.' },
  { value: 'light', label: 'Light', text: 'Dark text on a light page.' },
  {
    value: 'system',
    label: 'System',
    text: 'As this device is set, also when that changes during the day.',
  },
];

const MOTIONS = [
  { reduced: false, label: 'System', text: 'Things move, unless this device asks for less.' },
  { reduced: true, label: 'Reduced', text: 'Nothing slides, fades or scrolls by itself.' },
];

export function AppearanceSettings() {
  const theme = useThemeChoice();
  const reduced = useReducedMotion();
  return (
    <div className="max-w-xl space-y-8">
      <fieldset className="grid gap-2">
        <legend className="mb-3 font-display text-xl font-semibold tracking-tight">Theme</legend>
        {THEMES.map(({ value, label, text }) => (
          <RadioCard
            key={value}
            name="theme"
            value={value}
            checked={theme === value}
            onChange={() => chooseTheme(value)}
            label={label}
          >
            {text}
          </RadioCard>
        ))}
      </fieldset>
      <fieldset className="grid gap-2">
        <legend className="mb-3 font-display text-xl font-semibold tracking-tight">Motion</legend>
        {MOTIONS.map((motion) => (
          <RadioCard
            key={motion.label}
            name="motion"
            value={motion.label}
            checked={reduced === motion.reduced}
            onChange={() => setReducedMotion(motion.reduced)}
            label={motion.label}
          >
            {motion.text}
          </RadioCard>
        ))}
      </fieldset>
    </div>
  );
}
