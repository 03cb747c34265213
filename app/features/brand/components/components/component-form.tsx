import { Link } from '@remix-run/react';
import { ArrowLeft, ArrowRight } from 'lucide-react';

import { buttonClass } from '~/ui/button';

import { textsOf } from '../component';
import { tooLongTexts, type ComponentEditor, type EditorState } from '../component-editor';
import { COMPONENT_INTROS, COMPONENT_LABELS } from '../component-guide';
import type { OpenProfile } from '../../profiles/profile';
import { saveState } from '../save-state';
import { neighborsOf, stepSearch } from '../../profiles/steps';
import { ComponentSource } from './component-source';
import { ComponentText } from './component-text';
import { SaveStatus } from './save-status';

interface ComponentFormProps {
  profile: OpenProfile;
  editor: ComponentEditor;
  state: EditorState;
  reload: () => void;
}

/** One step: what it asks for, saved as it is typed. */
export function ComponentForm({ profile, editor, state, reload }: ComponentFormProps) {
  const { kind } = editor;
  const { before, after } = neighborsOf(kind);
  const tooLong = tooLongTexts(kind, state);
  return (
    <section aria-labelledby="step" className="space-y-6">
      <div>
        <h2 id="step" className="font-display text-2xl font-semibold tracking-tight">
          {COMPONENT_LABELS[kind]}
        </h2>
        <p className="mt-1 max-w-xl text-muted">{COMPONENT_INTROS[kind]}</p>
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
            {COMPONENT_LABELS[before]}
          </Link>
        ) : (
          <span />
        )}
        {after ? (
          <Link to={stepSearch(after)} className={buttonClass()}>
            {COMPONENT_LABELS[after]}
            <ArrowRight className="size-4" aria-hidden="true" />
          </Link>
        ) : (
          <Link to="/profiles" className={buttonClass()}>
            Done
          </Link>
        )}
      </div>
    </section>
  );
}
