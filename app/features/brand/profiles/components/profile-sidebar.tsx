import { Link, useLocation, useParams } from '@remix-run/react';
import type { ReactNode } from 'react';

import { ChevronRight } from '~/ui/display/shared-icons';

import { COMPONENT_KINDS, COMPONENTS } from '../../components/component';
import { BrandAvatar } from '../../look/components/brand-avatar';
import { type ProfileChoice, type ProfileList, type Step, stepOf, stepSearch } from '../profile';
import { useProfiles } from '../use-profiles';
import { OTHER_STEPS } from './other-steps';

/** The brand's part of the sidebar: the profiles, and the components, the look, and the voice rules of each. */
export function ProfileSidebar({ data }: { data?: ProfileList }) {
  return (
    <section aria-labelledby="brand-heading">
      <h2 id="brand-heading" className="px-2 font-display text-lg font-semibold tracking-tight">
        Brand
      </h2>
      {/* Without data, an error page beside it explains the problem. */}
      {data && <Profiles first={data} />}
    </section>
  );
}

function Profiles({ first }: { first: ProfileList }) {
  const { profiles, selected } = useProfiles(first);
  const { profileId: openId } = useParams();
  if (!profiles || profiles.length === 0) {
    return <p className="mt-3 px-2 text-sm text-muted">Your brand profiles will be listed here.</p>;
  }
  return (
    <nav aria-label="Your brands" className="mt-3 space-y-0.5">
      {profiles.map((profile) => (
        <Profile
          // The profile that the page is about starts open, and so does the active one on the list of all.
          key={`${profile.id} ${openId ?? ''}`}
          profile={profile}
          isActive={profile.id === selected?.id}
          isOpen={profile.id === (openId ?? selected?.id)}
        />
      ))}
    </nav>
  );
}

interface ProfileProps {
  profile: ProfileChoice;
  /** Everything that is created follows this profile. */
  isActive: boolean;
  isOpen: boolean;
}

const TOTAL = COMPONENT_KINDS.length;

/** One profile, which can be folded even without JavaScript. */
function Profile({ profile: { id, name, look, missing }, isActive, isOpen }: ProfileProps) {
  const path = `/profiles/${id}`;
  return (
    <details open={isOpen} className="group/profile">
      <summary className="flex min-h-10 list-none items-center gap-2 rounded-md px-2 text-sm font-medium transition-colors hover:bg-hover touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-muted transition-transform group-open/profile:rotate-90"
        />
        <BrandAvatar
          name={name}
          look={look}
          className="size-6 rounded-md border text-[0.625rem]!"
        />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {isActive && <span className="text-xs font-normal text-accent">Active</span>}
        <span className="text-xs font-normal text-muted tabular-nums">
          <span aria-hidden="true">
            {TOTAL - missing.length}/{TOTAL}
          </span>
          <span className="sr-only">
            {missing.length === 0 ? 'complete' : `${TOTAL - missing.length} of ${TOTAL} parts`}
          </span>
        </span>
      </summary>
      <ul className="mt-0.5 mb-2 space-y-0.5">
        {COMPONENT_KINDS.map((kind) => (
          <Part
            key={kind}
            step={kind}
            label={COMPONENTS[kind].label}
            mark={<Filled isThere={!missing.includes(kind)} />}
            path={path}
          />
        ))}
        {OTHER_STEPS.map(({ step, label, Icon }) => (
          <Part
            key={step}
            step={step}
            label={label}
            mark={<Icon aria-hidden="true" className="size-4" />}
            path={path}
          />
        ))}
      </ul>
    </details>
  );
}

/** Whether a component has been filled in; together they are the figure beside the profile's name. */
function Filled({ isThere }: { isThere: boolean }) {
  return (
    <>
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${isThere ? 'bg-success' : 'border border-border-strong'}`}
      />
      {!isThere && <span className="sr-only">(empty)</span>}
    </>
  );
}

interface PartProps {
  step: Step;
  label: string;
  /** Stands before the label. */
  mark: ReactNode;
  /** The profile's page. */
  path: string;
}

function Part({ step, label, mark, path }: PartProps) {
  const { pathname, search } = useLocation();
  const isCurrent = pathname === path && stepOf(search) === step;
  return (
    <li>
      <Link
        to={path + stepSearch(step)}
        aria-current={isCurrent ? 'page' : undefined}
        className="current-row flex min-h-9 items-center gap-2.5 rounded-md pr-2 pl-3 text-sm text-muted transition-colors hover:bg-hover hover:text-text touch:min-h-11"
      >
        <span className="grid size-4 shrink-0 place-items-center">{mark}</span>
        {label}
      </Link>
    </li>
  );
}
