import type { Ability } from './abilities.ts'
import { keysOf } from './shared/keys.ts'

/**
 * What an API key may be given, and the abilities that each scope stands for. A key may do nothing that its scopes do not
 * name, and is given a scope only by someone who has these abilities.
 */
export const scopeAbilities = {
  'contacts:read': ['company.view', 'contacts.view', 'contacts.pii'],
  'contacts:write': ['contacts.view', 'contacts.pii', 'contacts.edit'],
  'conversations:read': ['company.view', 'conversations.view', 'contacts.pii'],
  'conversations:write': ['conversations.view', 'conversations.reply', 'conversations.assign', 'contacts.pii'],
  'messages:read': ['messages.view', 'conversations.view', 'contacts.pii'],
  'messages:send': ['conversations.view', 'conversations.reply', 'contacts.pii'],
  'templates:read': ['templates.view'],
  'templates:write': ['templates.view', 'templates.write'],
  'campaigns:read': ['campaigns.view', 'contacts.pii'],
  'campaigns:write': ['campaigns.view', 'campaigns.write', 'contacts.pii'],
  'campaigns:launch': ['campaigns.view', 'campaigns.launch', 'contacts.pii'],
  'automations:trigger': ['automations.start'],
  'usage:read': ['apis.manage'],
  'webhooks:manage': ['apis.manage'],
} as const satisfies Record<string, readonly Ability[]>

export type ApiScope = keyof typeof scopeAbilities
export const apiScopes = keysOf(scopeAbilities)

/** All that a key with these scopes may do. */
export const abilitiesOfScopes = (scopes: readonly ApiScope[]): ReadonlySet<Ability> =>
  new Set(scopes.flatMap((scope): readonly Ability[] => scopeAbilities[scope]))
