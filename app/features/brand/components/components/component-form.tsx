import { Link } from '@remix-run/react';
import { ArrowRight } from 'lucide-react';

import { buttonClass } from '~/ui/button';
import { ArrowLeft } from '~/ui/display/shared-icons';

import { neighborsOf, type OpenProfile, stepSearch } from '../../profiles/profile';
import { COMPONENTS, textsOf } from '../component';
import {
  type ComponentEditor,
  type EditorState,
  saveState,
  tooLongTexts,
} from '../component-editor';
import { ComponentSource } from './component-source';
import { ComponentText } from './component-text';
import { SaveStatus } from './save-status';

interface ComponentFormProps {
  profile: OpenProfile;
  editor: ComponentEditor;
  state: EditorState;
  reload: () => void;
}

/** One step of a profile: its fields, saved as the user types. */
export function ComponentForm({ profile, editor, state, reload }: ComponentFormProps) {
  const { kind } = editor;
  const { before, after } = neighborsOf(kind);
  const tooLong = tooLongTexts(kind, state);
  return (
    <section aria-labelledby="step" className="space-y-6">
      <div>
        <h2 id="step" className="font-display text-2xl font-semibold tracking-tight">
          {COMPONENTS[kind].label}
        </h2>
        <p className="mt-1 max-w-xl text-pretty text-muted">{COMPONENTS[kind].intro}</p>
      </div>
      <div className="sticky top-14 z-10 -mx-5 border-b bg-surface px-5 py-1 sm:-mx-8 sm:px-8">
        <SaveStatus
          state={saveState(editor, state)}
          failure={state.failure}
          retry={() => void editor.flush()}
        />
      </div>
      <ComponentSource profile={profile} editor={editor} state={state} reload={reload} />
      {textsOf(kind).map((text) => (
        <ComponentText
          key={text}
          kind={kind}
          text={text}
          value={state.values[text] ?? ''}
          tooLong={tooLong.includes(text)}
          conflict={state.conflicts[text]}
          onWrite={(value) => editor.write(text, value)}
          onLeave={() => void editor.flush()}
          keepMine={() => editor.keepMine(text)}
          takeTheirs={() => editor.takeTheirs(text)}
        />
      ))}
      <div className="flex flex-wrap justify-between gap-3 border-t pt-6">
        {before ? (
          <Link to={stepSearch(before)} className={buttonClass({ variant: 'secondary' })}>
            <ArrowLeft className="size-4" aria-hidden="true" />
            {COMPONENTS[before].label}
          </Link>
        ) : (
          <span />
        )}
        {after ? (
          <Link to={stepSearch(after)} className={buttonClass()}>
            {COMPONENTS[after].label}
            <ArrowRight className="size-4" aria-hidden="true" />
          </Link>
        ) : (
          <Link to={stepSearch('look')} className={buttonClass()}>
            Look
            <ArrowRight className="size-4" aria-hidden="true" />
          </Link>
        )}
      </div>
    </section>
  );
}
