import type { EndpointInput } from '@recado/contracts'
import type { startImpersonation } from '@recado/contracts/identity/impersonation'
import { inTransaction, type UserCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { listCompanies } from '#server/modules/companies/companies/index.ts'
import { endSupportEntries, type NewSession, openImpersonation } from '#server/modules/identity/sessions/index.ts'
import { type Account, findAccount, readConsent, writeConsent } from '#server/modules/identity/users/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { loadSettings } from '#server/modules/shared/settings/index.ts'

type Input = EndpointInput<typeof startImpersonation>['body'] & { userAgent: string | null }

/** Returns until when the user grants access to support; null if no consent is needed. */
const assertMayEnter = async (tx: UserCtx, account: Account, minutes: number): Promise<Date | null> => {
  const { security } = await loadSettings(tx.deps)
  if (account.id === tx.actor.userId) throw new AppError('self_refused')
  if (account.role === 'admin') throw new AppError('target_admin')
  if (account.status !== 'active') throw new AppError('target_suspended', { data: { status: account.status } })
  if (minutes > security.impersonationMinutes)
    throw new AppError('validation_failed', {
      errors: [{ path: 'minutes', code: 'too_big', message: `At most ${security.impersonationMinutes} minutes` }],
    })
  if (tx.actor.role !== 'support') return null
  if (account.role !== 'customer' || !security.supportMayEnter) throw new AppError('forbidden')
  const until = await readConsent(tx, account.id)
  if (!until) throw new AppError('consent_required')
  return until
}

/**
 * Opens a session as another user for a while. Admins cannot be entered, nor whoever is not active; support staff need
 * the user's consent, and stay no longer than it lasts. The user, and the admins of their companies, are told. Throws
 * `target_admin`, `target_suspended`, `consent_required`, `self_refused`.
 */
export const impersonate = (ctx: UserCtx, userId: string, input: Input): Promise<NewSession> =>
  inTransaction(ctx, async (tx) => {
    const account = await findAccount(tx, userId)
    if (!account || account.status === 'deleted') throw new AppError('not_found')
    const consentUntil = await assertMayEnter(tx, account, input.minutes)
    const { reason, mode, userAgent } = input
    const companies = await listCompanies(tx, userId, account.lastCompanyId)
    const wanted = input.companyId && companies.find((company) => company.id === input.companyId)
    if (input.companyId && !wanted) throw new AppError('not_found')
    const current = wanted || (companies.find((company) => company.current) ?? companies[0])
    const asked = tx.now().getTime() + input.minutes * 60_000
    const expiresAt = new Date(Math.min(asked, consentUntil?.getTime() ?? asked))
    const entry = { userId, companyId: current?.id ?? null, mode, reason, expiresAt, userAgent }
    const session = await openImpersonation(tx, entry)
    const scopes = companies.length > 0 ? companies.map(({ id }) => id) : [null]
    for (const companyId of scopes) {
      await recordAudit(tx, {
        action: 'impersonation.started',
        companyId,
        onBehalfOf: userId,
        target: { type: 'user', id: userId, label: account.name },
        diff: { reason, mode, minutes: input.minutes },
      })
    }
    const companyIds = companies.map(({ id }) => id)
    await emit(tx, 'user.impersonated', { userId, person: account.name, companyIds, mode, reason })
    return session
  })

/** Lets support staff enter the signed-in person's account for some hours; with null, throws them out at once. */
export const setConsent = (ctx: UserCtx, hours: number | null): Promise<Date | null> =>
  inTransaction(ctx, async (tx) => {
    const until = hours === null ? null : new Date(tx.now().getTime() + hours * 3_600_000)
    await writeConsent(tx, tx.actor.userId, until)
    if (until === null) await endSupportEntries(tx, tx.actor.userId)
    await recordAudit(tx, {
      action: until ? 'user.support_consent_given' : 'user.support_consent_withdrawn',
      companyId: null,
      target: { type: 'user', id: tx.actor.userId },
      diff: { until: until?.toISOString() ?? null },
    })
    return until
  })
