import { ArrowUp, Wrench } from 'lucide-react';
import { useState } from 'react';

import { Banner } from '~/ui/display/banner';
import { Button, buttonClass, type ButtonVariant } from '~/ui/button';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { Dialog } from '~/ui/overlays/dialog';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';
import { Logo, LogoMark } from '~/ui/page/logo';
import { Menu } from '~/ui/overlays/menu';
import { Spinner, SpinnerIcon } from '~/ui/feedback/progress';
import { toastError, toastSuccess } from '~/ui/feedback/toast';
import { ToastCard } from '~/ui/feedback/toast-region';

import { Example, Sample, useSampleTheme } from './sample';

const VARIANTS: ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger'];
/** The look of :focus-visible, for samples without the focus. */
const FOCUSED = 'outline-2 outline-offset-2 outline-ring';
const LONG =
  'A long text of the kind that other languages bring along, with Donaudampfschifffahrtsgesellschaftskapitän in it';

export function ComponentSamples() {
  return (
    <>
      <Sample title="Buttons">
        {VARIANTS.map((variant) => (
          <Example key={variant} name={variant}>
            <div className="flex flex-wrap items-center gap-3">
              <Button variant={variant}>Default</Button>
              <Button variant={variant} className={FOCUSED}>
                Focus
              </Button>
              <Button variant={variant} disabled>
                Disabled
              </Button>
              <Button variant={variant} pending>
                Pending
              </Button>
              <Button variant={variant} size="sm">
                Small
              </Button>
              <Button variant={variant} size="icon" aria-label="Send">
                <ArrowUp className="size-5" aria-hidden="true" />
              </Button>
            </div>
          </Example>
        ))}
        <Example name="a link that looks like a button; as wide as its place">
          <a href="#buttons" className={`${buttonClass({ variant: 'secondary' })} w-full`}>
            To the top of the buttons
          </a>
        </Example>
      </Sample>

      <Sample title="Fields">
        <Field label="Empty" placeholder="What goes here" />
        <Field label="With a hint" defaultValue="Ada Byron" hint="As it should appear in mails." />
        <Field
          label="Focus"
          defaultValue="Ada"
          className="[&_input]:border-ring [&_input]:outline-2 [&_input]:outline-ring"
        />
        <Field
          label="Wrong"
          defaultValue="ada@"
          errors={['This is how an error at a field looks.']}
        />
        <Field label="Disabled" defaultValue="Not to be changed" disabled />
        <Field label="Secret" type="password" defaultValue="correct horse" />
        <Field label={LONG} defaultValue={LONG} hint={LONG} errors={[LONG]} />
        <FormError>This is how the error of a whole form looks.</FormError>
        <FormError>{LONG}</FormError>
      </Sample>

      <Sample title="Waiting">
        <Example name="spinner">
          <Spinner />
        </Example>
        <Example name="spinner, for the ear only">
          <Spinner quiet />
        </Example>
        <Example name="the ring alone">
          <SpinnerIcon />
        </Example>
        <Example name="the bar at the top while a page is loading">
          <div className="h-0.5 overflow-hidden rounded-full bg-hover">
            <div className="h-full w-2/3 bg-accent" />
          </div>
        </Example>
      </Sample>

      <Sample title="Banners">
        <Banners />
      </Sample>

      <Sample title="Toasts">
        <ToastCard held toast={{ id: -1, kind: 'success', text: 'The profile was saved.' }} />
        <ToastCard held toast={{ id: -2, kind: 'error', text: 'The profile was not saved.' }} />
        <ToastCard held toast={{ id: -3, kind: 'error', text: LONG }} />
      </Sample>

      <Sample title="Logo">
        <Logo />
        <LogoMark className="size-16" />
      </Sample>

      <Sample title="Running text">
        <RunningText />
      </Sample>

      <Floating />
    </>
  );
}

function Banners() {
  const theme = useSampleTheme();
  return (
    <div className="overflow-hidden rounded-lg border">
      <Banner label={`Notice, ${theme}`} icon={Wrench} onDismiss={() => undefined}>
        A notice that can be dismissed.
      </Banner>
      <Banner
        label={`Notice with something to do, ${theme}`}
        icon={Wrench}
        action={
          <Button variant="secondary" size="sm">
            Do it
          </Button>
        }
      >
        A notice with something to do.
      </Banner>
      <Banner label={`Long notice, ${theme}`} icon={Wrench} onDismiss={() => undefined}>
        {LONG}
      </Banner>
    </div>
  );
}

function RunningText() {
  return (
    <div className="prose-chat">
      <h3>A plan for the week</h3>
      <p>
        Text with <strong>weight</strong>, <em>tone</em>, <code>code</code> and{' '}
        <a href="#running-text">a link</a>.
      </p>
      <ul>
        <li>First the story</li>
        <li>
          Then the offer
          <ul>
            <li>with its price</li>
          </ul>
        </li>
      </ul>
      <blockquote>
        <p>Said by a customer.</p>
      </blockquote>
      <pre>
        <code>{'const brand = "yours";'}</code>
      </pre>
      <table>
        <thead>
          <tr>
            <th>Day</th>
            <th>What</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Monday</td>
            <td>Write</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** Components that open over the page, in the theme that is chosen above. */
function Floating() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'danger' | 'pending'>();
  const close = () => setOpen(undefined);
  return (
    <section aria-labelledby="floating" className="mt-14">
      <h2 id="floating" className="font-display text-2xl font-semibold tracking-tight">
        What opens over the page
      </h2>
      <p className="mt-2 text-sm text-muted">In the theme that the page has.</p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Menu
          label="Menu"
          className={buttonClass({ variant: 'secondary' })}
          heading="A heading"
          align="start"
          entries={[
            { kind: 'action', label: 'Rename', icon: 'pencil', onSelect: () => undefined },
            { kind: 'link', label: 'Settings', icon: 'settings', to: '/settings' },
            { kind: 'separator' },
            {
              kind: 'action',
              label: 'Delete',
              icon: 'trash-2',
              danger: true,
              onSelect: () => setOpen('danger'),
            },
          ]}
        >
          Menu
        </Menu>
        <Button variant="secondary" onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen('confirm')}>
          Question
        </Button>
        <Button variant="secondary" onClick={() => setOpen('danger')}>
          Dangerous question
        </Button>
        <Button variant="secondary" onClick={() => setOpen('pending')}>
          Question at work
        </Button>
        <Button variant="secondary" onClick={() => toastSuccess('It worked.')}>
          Good news
        </Button>
        <Button variant="secondary" onClick={() => toastError('It did not work.')}>
          Bad news
        </Button>
      </div>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title="A dialog"
        description="With a sentence that is read out when it opens."
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button onClick={close}>Save</Button>
          </>
        }
      >
        <Field label="Something to fill in" />
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm' || open === 'danger' || open === 'pending'}
        onOpenChange={close}
        title="Shall this be done?"
        text="This is what follows from a yes."
        confirmLabel="Do it"
        danger={open !== 'confirm'}
        pending={open === 'pending'}
        onConfirm={close}
      />
    </section>
  );
}
