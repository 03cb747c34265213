import { input } from '~/http/input.server';
import { del, get, patch, post, Reply, resource } from '~/http/resource.server';

import { hasSources } from '../facts/read-cited.server';
import { newException, ruleChange, rulesToAdd } from '../schema';
import { voiceRuleTexts } from '../texts';
import { addException, addRules, changeRule, readVoice, removeRule } from '../voice-actions.server';

const api = resource(
  /** The rules, and whether there are sources to measure facts by. */
  get('/api/profiles/:id/voice', { access: 'user' }, async ({ scope, params }) => {
    const voice = await readVoice(scope, params.id);
    return { ...voice, hasSources: await hasSources(scope, params.id ?? '') };
  }),
  /** Adds rules, and says how many; those that are there already are skipped. */
  post(
    '/api/profiles/:id/voice/rules',
    { access: 'user', limit: 'profile-change', body: input(rulesToAdd) },
    ({ scope, params, body }) => addRules(scope, params.id, body.rules),
  ),
  /** Changes a rule. Status 409, and the rule as it is now, when it was changed elsewhere. */
  patch(
    '/api/profiles/:id/voice/rules/:ruleId',
    { access: 'user', limit: 'profile-change', body: input(ruleChange) },
    async ({ scope, params, body }) => {
      const { saved, rule, voice } = await changeRule(scope, params.id, params.ruleId, body);
      const error = saved ? undefined : voiceRuleTexts.changedElsewhere;
      return new Reply(saved ? 200 : 409, { rule, voice, error });
    },
  ),
  /** Removes a rule and returns it; adding it again undoes that. */
  del(
    '/api/profiles/:id/voice/rules/:ruleId',
    { access: 'user', limit: 'profile-change' },
    ({ scope, params }) => removeRule(scope, params.id, params.ruleId),
  ),
  /** A passage that the rule never flags again. */
  post(
    '/api/profiles/:id/voice/rules/:ruleId/exceptions',
    { access: 'user', limit: 'profile-change', body: input(newException) },
    ({ scope, params, body }) => addException(scope, params.id, params.ruleId, body.quote),
  ),
);

export type VoiceRulesApi = typeof api;
export const loader = api.loader;
export const action = api.action;
