import { env, isSecretVariable, VARIABLE_NAMES } from '~/settings/env.server';

import type { Setting } from './configuration';
import { settingText } from './setting-text';

/** Every variable that the app knows, in its order, without secrets. */
export function readConfiguration(): Setting[] {
  const all: Record<string, unknown> = env();
  return VARIABLE_NAMES.map((name) => {
    const isSecret = isSecretVariable(name);
    // An empty variable counts as unset.
    const isSet = Boolean(process.env[name]);
    return { name, isSet, isSecret, value: isSecret ? '' : settingText(all[name]) };
  });
}
