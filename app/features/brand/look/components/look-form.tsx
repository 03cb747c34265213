import { Link } from '@remix-run/react';
import { ArrowRight } from 'lucide-react';
import { useId, useRef } from 'react';

import { buttonClass } from '~/ui/button';
import { ArrowLeft, Plus } from '~/ui/display/shared-icons';
import { useHydrated } from '~/ui/use-hydrated';

import { COMPONENTS } from '../../components/component';
import { SaveStatus } from '../../components/components/save-status';
import { TextConflict } from '../../components/components/component-text';
import { saveState } from '../../components/text-editor';
import { type OpenProfile, stepSearch } from '../../profiles/profile';
import { contrastOf, MIN_CONTRAST, parseHex, readableOn, WHITE } from '../color';
import {
  COLORS,
  FONTS,
  LOOK_COLORS,
  LOOK_FONTS,
  type LookColor,
  type LookFont,
  lookLabel,
  lookProblem,
  type LookText,
} from '../look';
import { FONT_SUGGESTIONS, fontStack } from '../theme';
import { type LookEditor, type LookState, shownLook } from '../use-look-editor';
import { LogoField } from './logo-field';
import { LookSample } from './look-sample';

interface LookFormProps {
  profile: OpenProfile;
  editor: LookEditor;
  state: LookState;
  reload: () => void;
}

/** What the brand looks like: its logo, colors, and fonts. Colors and fonts are saved as they change. */
export function LookForm({ profile, editor, state, reload }: LookFormProps) {
  const fonts = useId();
  const look = { ...shownLook(state), logoUrl: profile.look.logoUrl };
  const before = 'campaignFramework';
  return (
    <section aria-labelledby="step" className="space-y-6">
      <div>
        <h2 id="step" className="font-display text-2xl font-semibold tracking-tight">
          Look
        </h2>
        <p className="mt-1 max-w-xl text-pretty text-muted">
          Your logo, colors, and fonts, which previews and new images use.
        </p>
      </div>
      <div className="sticky top-14 z-10 -mx-5 border-b bg-surface px-5 py-1 sm:-mx-8 sm:px-8">
        <SaveStatus
          state={saveState(editor, state)}
          failure={state.failure}
          invalid="Not saved. Fix the highlighted fields."
          retry={() => void editor.flush()}
        />
      </div>
      <LogoField profileId={profile.id} name={profile.name} look={look} onChanged={reload} />
      <div className="grid gap-x-10 gap-y-8 sm:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0 space-y-8">
          <fieldset>
            <legend className="font-medium">Colors</legend>
            <div className="mt-1 divide-y">
              {LOOK_COLORS.map((color) => (
                <ColorField key={color} color={color} editor={editor} state={state} />
              ))}
            </div>
            <Readability background={look.backgroundColor} text={look.textColor} />
          </fieldset>
          <fieldset>
            <legend className="font-medium">Fonts</legend>
            <p className="mt-0.5 text-sm text-pretty text-muted">
              Previews show a font if this device has it, and a similar one if not. We never load
              fonts from other sites.
            </p>
            <div className="mt-3 space-y-4">
              {LOOK_FONTS.map((font) => (
                <FontField key={font} font={font} list={fonts} editor={editor} state={state} />
              ))}
            </div>
            <datalist id={fonts}>
              {FONT_SUGGESTIONS.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </fieldset>
        </div>
        <LookSample name={profile.name} look={look} />
      </div>
      <div className="flex flex-wrap justify-between gap-3 border-t pt-6">
        <Link to={stepSearch(before)} className={buttonClass({ variant: 'secondary' })}>
          <ArrowLeft className="size-4" aria-hidden="true" />
          {COMPONENTS[before].label}
        </Link>
        <Link to={stepSearch('voice')} className={buttonClass()}>
          Voice rules
          <ArrowRight className="size-4" aria-hidden="true" />
        </Link>
      </div>
    </section>
  );
}

interface LookFieldProps {
  editor: LookEditor;
  state: LookState;
}

/** A swatch that opens the browser's own picker, and the same color as a text. */
function ColorField({ color, editor, state }: LookFieldProps & { color: LookColor }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const value = state.values[color] ?? '';
  const hex = parseHex(value);
  const { label, use } = COLORS[color];
  const problem = lookProblem(color, value);
  return (
    <div className="py-3">
      <div className="flex items-center gap-3">
        <span
          style={hex === null ? undefined : { background: hex, color: readableOn(hex) }}
          className={`relative grid size-11 shrink-0 place-items-center rounded-lg border border-border-strong text-sm font-semibold outline-offset-2 has-focus-visible:outline-2 has-focus-visible:outline-ring ${hex === null ? 'border-dashed text-muted' : ''}`}
        >
          <span aria-hidden="true">
            {hex === null ? <Plus className="size-4" aria-hidden="true" /> : 'Aa'}
          </span>
          <input
            type="color"
            aria-label={`Pick ${label.toLowerCase()} color`}
            value={hex ?? WHITE}
            disabled={!hydrated}
            onChange={({ target }) => editor.write(color, target.value)}
            className="absolute -inset-px size-11 cursor-pointer opacity-0"
          />
        </span>
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="block text-sm font-medium">
            {label}
          </label>
          <p id={`${id}-use`} className="text-sm text-muted">
            {use}
          </p>
        </div>
        <input
          ref={field}
          id={id}
          value={value}
          readOnly={!hydrated}
          maxLength={20}
          placeholder="None"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={problem !== null || state.conflicts[color] !== undefined || undefined}
          aria-describedby={`${id}-use ${id}-more`}
          onChange={({ target }) => editor.write(color, target.value)}
          onBlur={() => {
            if (hex !== null && hex !== value) editor.write(color, hex);
            void editor.flush();
          }}
          className="field h-11 w-28! shrink-0 font-mono text-sm!"
        />
      </div>
      <FieldNotes
        id={`${id}-more`}
        text={color}
        problem={problem}
        editor={editor}
        state={state}
        focus={() => field.current?.focus()}
      />
    </div>
  );
}

function FontField({
  font,
  list,
  editor,
  state,
}: LookFieldProps & { font: LookFont; list: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const value = state.values[font] ?? '';
  const problem = lookProblem(font, value);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {FONTS[font].label}
      </label>
      <input
        ref={field}
        id={id}
        list={list}
        value={value}
        readOnly={!hydrated}
        placeholder={FONTS[font].use}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem !== null || state.conflicts[font] !== undefined || undefined}
        aria-describedby={`${id}-more`}
        onChange={({ target }) => editor.write(font, target.value)}
        onBlur={() => void editor.flush()}
        style={value.trim() === '' ? undefined : { fontFamily: fontStack(value) }}
        className="field h-11"
      />
      <FieldNotes
        id={`${id}-more`}
        text={font}
        problem={problem}
        editor={editor}
        state={state}
        focus={() => field.current?.focus()}
      />
    </div>
  );
}

interface FieldNotesProps extends LookFieldProps {
  id: string;
  text: LookText;
  problem: string | null;
  focus: () => void;
}

/** What is wrong with a field, and what someone else chose meanwhile. */
function FieldNotes({ id, text, problem, editor, state, focus }: FieldNotesProps) {
  const conflict = state.conflicts[text];
  // The buttons disappear once the choice is made, so the focus returns to the field.
  const decide = (choose: () => void) => () => {
    choose();
    focus();
  };
  return (
    <div id={id}>
      {problem !== null && (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          {problem}
        </p>
      )}
      {conflict !== undefined && (
        <TextConflict
          id={`${id}-conflict`}
          label={lookLabel(text)}
          theirs={conflict}
          keepMine={decide(() => editor.keepMine(text))}
          takeTheirs={decide(() => editor.takeTheirs(text))}
        />
      )}
    </div>
  );
}

/** Whether the chosen text can be read on the chosen background. */
function Readability({ background, text }: { background: string; text: string }) {
  const [paper, ink] = [parseHex(background) ?? WHITE, parseHex(text)];
  if (ink === null || contrastOf(paper, ink) >= MIN_CONTRAST) return null;
  return (
    <p role="status" className="rounded-lg bg-sunken px-3 py-2 text-sm text-pretty text-muted">
      Your text color is hard to read on your background. Previews use a stronger shade of it.
    </p>
  );
}
