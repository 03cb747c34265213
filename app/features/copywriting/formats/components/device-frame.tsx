import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';

const FRAMES = {
  desktop: 'rounded-xl border border-border-strong/60',
  phone:
    'mx-auto max-w-[410px] rounded-[2.25rem] border-[10px] border-[light-dark(oklch(0.25_0.01_232),oklch(0.34_0.016_232))]',
};

interface DeviceFrameProps {
  device: keyof typeof FRAMES;
  children: ReactNode;
}

/** The window of a browser, or a phone, drawn around a page. What is in it stays mounted when the device changes. */
export function DeviceFrame({ device, children }: DeviceFrameProps) {
  return (
    <div className={`overflow-hidden bg-raised shadow-raised ${FRAMES[device]}`}>
      {device === 'desktop' && <BrowserBar />}
      {children}
    </div>
  );
}

function BrowserBar() {
  return (
    <div
      aria-hidden="true"
      className="flex items-center gap-4 border-b bg-sunken px-4 py-2.5 select-none"
    >
      <span className="flex gap-1.5">
        <span className="size-2.5 rounded-full bg-border-strong/50" />
        <span className="size-2.5 rounded-full bg-border-strong/50" />
        <span className="size-2.5 rounded-full bg-border-strong/50" />
      </span>
      <span className="flex min-w-0 flex-1 items-center justify-center gap-1.5 rounded-md bg-raised px-3 py-1 text-xs text-muted">
        <Lock className="size-3 shrink-0" />
        Your website
      </span>
      <span className="w-9 max-sm:hidden" />
    </div>
  );
}
