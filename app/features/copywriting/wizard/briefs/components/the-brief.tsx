import { useNavigate } from '@remix-run/react';

import { Button } from '~/ui/button';

import { contentsWords } from '../../variants/variant';
import type { BriefView } from '../brief';
import { formOf } from '../brief-form';
import { keepForm } from '../use-brief-form';

/** What was asked for, folded up; and the way to ask for something like it. */
export function TheBrief({ brief }: { brief: BriefView }) {
  const navigate = useNavigate();
  const { fields } = brief;
  const lines = [
    ['What', contentsWords(brief.kind, brief.formatIds)],
    ['Brand', brief.profileName ?? 'No profile'],
    ['Topic', fields.topic],
    ['Audience', fields.audience],
    ['Goal', fields.goal],
    ['Tone', fields.tone],
    ['Length', fields.length.charAt(0).toUpperCase() + fields.length.slice(1)],
    ['Language', fields.language],
    ['Keywords', fields.keywords.join(', ')],
    ['Call to action', fields.callToAction],
  ].filter(([, text]) => text !== '');
  return (
    <details className="rounded-lg border bg-sunken">
      <summary className="rounded-lg px-4 py-3 text-sm font-medium hover:bg-hover">
        The brief
      </summary>
      <div className="border-t px-4 py-4 text-sm">
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[8rem_1fr]">
          {lines.map(([name, text]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="mb-2 whitespace-pre-wrap wrap-anywhere sm:mb-0">{text}</dd>
            </div>
          ))}
        </dl>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            keepForm(formOf(brief));
            navigate('/copy-wizard');
          }}
          className="mt-4"
        >
          Use as a new brief
        </Button>
      </div>
    </details>
  );
}
