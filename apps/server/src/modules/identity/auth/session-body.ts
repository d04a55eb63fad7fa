import { abilitiesFor } from '@recado/contracts'
import type { Session } from '@recado/contracts/identity/auth'
import { type Ctx, factsOf } from '#server/context.ts'
import type { LiveSession } from '#server/modules/identity/sessions/index.ts'
import { findAccount } from '#server/modules/identity/users/index.ts'
import { inboxIdentity } from '#server/modules/shared/inbox-identity/index.ts'
import { pendingLegal } from '#server/modules/shared/settings/index.ts'
import type { SessionCompany } from './memberships.ts'

type CurrentCompany = Session['user']['currentCompany']

const currentCompany = (companies: readonly SessionCompany[]): CurrentCompany => {
  const current = companies.find((company) => company.current)
  if (!current) return null
  const { id, name, access_blocks, timezone, currency, role, grants, visibility } = current
  return { id, name, access_blocks, timezone, currency, current: true, member: { role, grants, visibility } }
}

/** What the browser learns of a session; `{}` if not signed in. */
export const sessionBody = async (ctx: Ctx, live: LiveSession | null): Promise<Session | Record<string, never>> => {
  if (!live) return {}
  const account = await findAccount(ctx, live.actor.userId)
  if (!account) return {}
  const { impersonatorId, impersonationMode } = live.actor
  const by = impersonatorId === null ? null : await findAccount(ctx, impersonatorId)
  const companies = await ctx.deps.memberships.list(ctx, account.id, live.company?.id ?? null)
  return {
    user: {
      id: account.id,
      name: account.name,
      email: account.email,
      image: account.avatarUrl,
      role: live.actor.role,
      locale: account.locale,
      timezone: account.timezone,
      preferences: account.preferences,
      avatar_url: account.avatarUrl,
      two_factor: account.twoFactor,
      wa_operator: live.actor.waOperator,
      // Impersonators have no inbox.
      ...(impersonatorId === null
        ? inboxIdentity(ctx.deps, account.id, live.session.id)
        : { subscriberId: '', subscriberHash: '' }),
      currentCompany: currentCompany(companies),
      companies: companies.map(({ id, name, current, unread, access_blocks, logoUrl, color }) => ({
        id,
        name,
        current,
        unread,
        access_blocks,
        logoUrl,
        color,
      })),
    },
    abilities: abilitiesFor(factsOf(ctx)),
    barred: live.barred,
    restricted: live.company?.readOnly ? await ctx.deps.memberships.findRestriction(ctx, live.company.id) : null,
    legal: impersonatorId === null ? await pendingLegal(ctx.deps, account.accepted) : null,
    admin_user: impersonatorId !== null,
    impersonation: by && {
      mode: impersonationMode ?? 'act',
      by: { id: by.id, name: by.name },
      expires_at: live.session.expiresAt.toISOString(),
    },
    expires: live.session.expiresAt.toISOString(),
  }
}
