import { useId, useState } from 'react';

import { Field } from '~/ui/forms/field';
import { RadioCard } from '~/ui/forms/radio-card';

import type { ProviderSettings } from '../provider';
import { useProviderForm } from '../use-provider-form';
import { KeyField } from './key-field';
import { numberIn } from './number-field';
import type { FormProps } from './provider-card';
import { ProviderForm } from './provider-form';

type Service = ProviderSettings['email']['service'];
type Smtp = Extract<ProviderSettings['email'], { service: 'smtp' }>;

const FIELDS = ['from', 'host', 'port', 'user', 'key'];

const SECURITY: Record<Smtp['security'], { label: string; port: string }> = {
  starttls: { label: 'STARTTLS (port 587)', port: '587' },
  tls: { label: 'TLS from the start (port 465)', port: '465' },
  offered: { label: 'Only if the server offers it', port: '25' },
};

/** The service that sends email. */
export function EmailForm({ stored, onSaved, onCancel }: FormProps<'email'>) {
  const before = stored?.settings;
  const smtp = before?.service === 'smtp' ? before : null;
  const [service, setService] = useState<Service>(before?.service ?? 'smtp');
  const [from, setFrom] = useState(before?.from ?? '');
  const [host, setHost] = useState(smtp?.host ?? '');
  const [port, setPort] = useState(String(smtp?.port ?? 587));
  const [security, setSecurity] = useState<Smtp['security']>(smtp?.security ?? 'starttls');
  const [user, setUser] = useState(smtp?.user ?? '');
  const [key, setKey] = useState('');
  const form = useProviderForm('email', FIELDS, onSaved);
  const { problems } = form;
  const securityId = useId();
  const errors = (name: string) => (problems[name] === undefined ? undefined : [problems[name]]);

  const isSameService =
    service === 'postmark'
      ? before?.service === 'postmark'
      : smtp !== null && smtp.host === host.trim() && smtp.port === numberIn(port);

  const settings = (): ProviderSettings['email'] =>
    service === 'postmark'
      ? { service, from }
      : { service, from, host, port: numberIn(port), security, user };

  return (
    <ProviderForm
      label="Email service"
      form={form}
      settings={settings}
      apiKey={key}
      testLabel="Send a test email"
      onCancel={onCancel}
    >
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Service</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          <RadioCard
            name="email-service"
            value="smtp"
            label="SMTP"
            checked={service === 'smtp'}
            onChange={() => setService('smtp')}
          >
            Any mailbox or email server.
          </RadioCard>
          <RadioCard
            name="email-service"
            value="postmark"
            label="Postmark"
            checked={service === 'postmark'}
            onChange={() => setService('postmark')}
          >
            With a server token of your account.
          </RadioCard>
        </div>
      </fieldset>
      <Field
        label="Sender"
        name="from"
        value={from}
        onChange={({ target }) => setFrom(target.value)}
        errors={errors('from')}
        placeholder="Acme <hello@acme.com>"
        hint="Emails come from this address. Your service must allow it."
        autoComplete="off"
        spellCheck={false}
      />
      {service === 'smtp' && (
        <>
          <div className="grid gap-5 sm:grid-cols-[1fr_7rem]">
            <Field
              label="Host"
              name="host"
              value={host}
              onChange={({ target }) => setHost(target.value)}
              errors={errors('host')}
              placeholder="smtp.example.com"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <Field
              label="Port"
              name="port"
              inputMode="numeric"
              value={port}
              onChange={({ target }) => setPort(target.value)}
              errors={errors('port')}
              autoComplete="off"
            />
          </div>
          <div>
            <label htmlFor={securityId} className="mb-1.5 block text-sm font-medium">
              Encryption
            </label>
            <select
              id={securityId}
              value={security}
              onChange={({ target }) => {
                const chosen = target.value as Smtp['security'];
                if (port === SECURITY[security].port) setPort(SECURITY[chosen].port);
                setSecurity(chosen);
              }}
              className="field h-11"
            >
              {Object.entries(SECURITY).map(([value, { label }]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
          <Field
            label="User name"
            name="user"
            value={user}
            onChange={({ target }) => setUser(target.value)}
            errors={errors('user')}
            hint="Leave it empty if the server needs no sign-in."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </>
      )}
      {(service === 'postmark' || user.trim() !== '') && (
        <KeyField
          key={service}
          label={service === 'postmark' ? 'Server token' : 'Password'}
          value={key}
          onChange={setKey}
          isSaved={stored?.hasKey === true && isSameService}
          problem={problems.key}
          page={service === 'postmark' ? 'https://account.postmarkapp.com/servers' : null}
        />
      )}
    </ProviderForm>
  );
}
