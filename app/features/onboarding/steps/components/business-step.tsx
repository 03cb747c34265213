import { useNavigate } from '@remix-run/react';
import { Sparkles } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';

import { type Refused, refusedBy, RefusedNote } from '~/features/billing';
import {
  isTextTooLong,
  keepSuggestedLook,
  MATERIAL_FILES,
  materialProblems,
  MAX_BRAND_NAME,
  ReadingNote,
  type ReadMaterial,
  readNote,
  useMaterial,
  withRead,
} from '~/features/brand';
import { client } from '~/http/client';
import { newClientKey } from '~/lib/client-key';
import { Button } from '~/ui/button';
import { DemoNote } from '~/ui/feedback/demo';
import { useDraftFields } from '~/ui/forms/drafts';
import { AreaField } from '~/ui/forms/area-field';
import { Field } from '~/ui/forms/field';
import { FileButton } from '~/ui/forms/file-button';

import { onboardingTexts } from '../../texts';
import type { OnboardingApi } from '../routes/onboarding';
import { StepFrame } from './step-frame';

const api = client<OnboardingApi>();

const FIELDS = ['name', 'website', 'about'] as const;
type Problems = Partial<Record<(typeof FIELDS)[number], string>>;

interface BusinessStepProps {
  /** What the person wrote when they were here before. */
  name: string;
  about: string;
  demo: boolean;
}

/** The first step: the name of the business, and something to read about it. */
export function BusinessStep({ name, about, demo }: BusinessStepProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const clearDraft = useDraftFields(form, 'welcome', FIELDS);
  const { reading, problem, readWebsite, readFile, cancel } = useMaterial();
  const [wasFile, setWasFile] = useState(false);
  const [added, setAdded] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [starting, setStarting] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const lastTry = useRef({ about: '', key: '' });
  const look = useRef<NonNullable<ReadMaterial['look']>>();
  const isReading = reading !== null;

  const fieldOf = (field: (typeof FIELDS)[number]) =>
    form.current?.elements.namedItem(field) as HTMLInputElement | HTMLTextAreaElement;

  function write(field: (typeof FIELDS)[number], text: string) {
    const element = fieldOf(field);
    element.value = text;
    // Whatever listens to typing stores it, too.
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** Adds below what is there by now: reading took a while. */
  function add(read: ReadMaterial) {
    const typed = { about: fieldOf('about').value, samples: [] };
    const { material, cut } = withRead(typed, read);
    write('about', material.about);
    look.current = read.look ?? look.current;
    setAdded(readNote(read, cut));
  }

  async function addFile(file: File) {
    setWasFile(true);
    const read = await readFile(file);
    if (read) add(read);
  }

  function stop() {
    cancel();
    // The button that was pressed goes with what it stopped.
    fieldOf(wasFile ? 'about' : 'website').focus();
  }

  function check(): boolean {
    const found: Problems = {};
    const typed = fieldOf('name').value.trim();
    if (typed === '') found.name = onboardingTexts.nameMissing;
    else if (isTextTooLong('name', typed)) {
      found.name = `Use up to ${MAX_BRAND_NAME} characters.`;
    }
    const text = fieldOf('about').value;
    if (text.trim() !== '') found.about = materialProblems({ about: text, samples: [] }).about;
    else if (fieldOf('website').value.trim() === '') found.about = onboardingTexts.nothingToRead;
    setProblems(found);
    const first = FIELDS.find((field) => found[field] !== undefined);
    if (first !== undefined) fieldOf(first).focus();
    return first === undefined;
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isReading || starting || !check()) return;
    setRefused(null);
    const website = fieldOf('website').value.trim();
    if (website !== '') {
      setWasFile(false);
      const read = await readWebsite(website);
      if (!read) return fieldOf('website').focus();
      add(read);
      // It was read: another try must not read it again.
      write('website', '');
    }
    setStarting(true);
    const text = fieldOf('about').value;
    // After a lost response, the same request is repeated under its key rather than sent as a second one.
    if (lastTry.current.about !== text) lastTry.current = { about: text, key: newClientKey() };
    try {
      const body = { name: fieldOf('name').value, about: text, clientKey: lastTry.current.key };
      const { profileId } = await api.post('/api/onboarding/business', { body });
      if (look.current) keepSuggestedLook(profileId, look.current);
      clearDraft();
      navigate('/welcome/brand');
    } catch (error) {
      setRefused(refusedBy(error, onboardingTexts.startFailed));
      setStarting(false);
    }
  }

  const errorsOf = (text: string | null | undefined) => (text ? [text] : undefined);

  return (
    <StepFrame
      path="/welcome"
      title="Tell us about your business"
      intro="We’ll read it, draft your brand, and write your first posts. It takes about a minute."
    >
      {demo && (
        <DemoNote className="mt-5">
          Suggestions come from your own sentences and our samples until AI is connected.
        </DemoNote>
      )}
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-8 space-y-6"
      >
        <Field
          label="Business name"
          name="name"
          defaultValue={name}
          autoComplete="organization"
          maxLength={MAX_BRAND_NAME * 2}
          errors={errorsOf(problems.name)}
          required
        />
        <Field
          label="Website (optional)"
          name="website"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={500}
          placeholder="www.example.com"
          hint="We read a few public pages."
          errors={errorsOf(wasFile ? null : problem)}
        />
        <div>
          <AreaField
            label="Or in your own words"
            name="about"
            defaultValue={about}
            rows={4}
            placeholder="What do you sell, and to whom? Paste anything: your About page, a flyer, a pitch."
            errors={errorsOf(problems.about ?? (wasFile ? problem : null))}
          />
          <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
            <FileButton
              label="Choose a file"
              name="File about the business"
              accept={MATERIAL_FILES}
              disabled={isReading}
              onChoose={(file) => void addFile(file)}
              variant="ghost"
              size="sm"
              className="-ml-3"
            />
            <p role="status" className="min-w-0 text-sm wrap-anywhere text-muted">
              {added}
            </p>
          </div>
        </div>
        <RefusedNote refused={refused} />
        {refused?.tokens && (
          <Button variant="secondary" onClick={() => navigate('/welcome/brand')}>
            Write it yourself
          </Button>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t pt-6">
          <Button type="submit" size="lg" pending={starting} aria-disabled={isReading || undefined}>
            <Sparkles className="size-4" aria-hidden="true" />
            Draft my brand
          </Button>
          {reading !== null && <ReadingNote name={reading} onCancel={stop} />}
        </div>
        <p className="text-sm text-muted">
          Pasted text and suggestions are deleted after 24 hours. What you save stays in your
          profile.
        </p>
      </form>
    </StepFrame>
  );
}
