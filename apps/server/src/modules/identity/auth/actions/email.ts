import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import { addressKey } from '#server/lib/client-address.ts'
import { endUserSessions } from '#server/modules/identity/sessions/index.ts'
import { findAccount, findAccountByEmail, setEmail } from '#server/modules/identity/users/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { sendMail } from '#server/modules/shared/mail/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { spendToken, spendTokensOfUser } from '../queries.ts'
import { throttlesOf } from '../throttle.ts'
import { tellRegistered } from './register.ts'
import { issueToken, loadLink } from './tokens.ts'
import { assertOwner, loadSelf } from './two-factor.ts'

const takeMail = (ctx: UserCtx) => {
  const { mailAddress, resendDay } = throttlesOf(ctx.deps)
  const wait = mailAddress.take(addressKey(ctx.ip)) || resendDay.take(ctx.actor.userId)
  if (wait > 0) throw new AppError('rate_limited', { retryAfter: wait })
}

type Wish = { email: string; password: string; code: string }

/**
 * Mails a link to the address that someone wants instead of theirs; whether it has an account already shows in the mail
 * alone. Throws `password_wrong`, `code_wrong`, `sign_in_again`, and `validation_failed` for the address they have.
 */
export const requestEmail = async (ctx: UserCtx, { email, ...proof }: Wish) => {
  const account = await loadSelf(ctx)
  if (email === account.email) {
    throw new AppError('validation_failed', {
      errors: [{ path: 'email', code: 'same', message: 'This is the address of the account' }],
    })
  }
  await assertOwner(ctx, account, proof)
  takeMail(ctx)
  await inTransaction(ctx, async (tx) => {
    const other = await findAccountByEmail(tx, email)
    if (other) await tellRegistered(tx, other)
    else {
      const { token } = await issueToken(tx, 'email_change', { ...account, email })
      const url = `${publicOrigin(tx.deps.config)}/confirm-email?token=${token}`
      const facts = { kind: 'email_change' as const, name: account.name, url }
      await sendMail(tx, { to: email, locale: account.locale, facts })
    }
    const target = { type: 'user', id: account.id }
    await recordAudit(tx, { action: 'user.email_change_requested', companyId: null, target })
  })
  return { mail: 'sent' as const }
}

/**
 * Makes the address of a mail the one of the account. The former one is told, its links to a new password stop
 * working, and all sessions but the one that confirms end. Throws `token_invalid`, and `duplicate` when another account has taken the address.
 */
export const confirmEmailChange = async (ctx: Ctx, token: string) => {
  const { tokenHash } = await loadLink(ctx, 'email_change', token)
  return inTransaction(ctx, async (tx) => {
    const spent = await spendToken(tx, 'email_change', tokenHash)
    const account = spent?.userId ? await findAccount(tx, spent.userId) : null
    if (!spent || account?.status !== 'active') throw new AppError('token_invalid')
    await setEmail(tx, account.id, spent.email)
    await spendTokensOfUser(tx, account.id, 'reset')
    const { actor } = tx
    const isOwn = actor.kind === 'user' && actor.userId === account.id && actor.impersonatorId === null
    await endUserSessions(tx, account.id, isOwn ? actor.sessionId : undefined)
    const url = `${publicOrigin(tx.deps.config)}/forgot-password`
    const facts = { kind: 'email_changed' as const, name: account.name, email: spent.email, url }
    await sendMail(tx, { to: account.email, locale: account.locale, facts })
    await recordAudit(tx, {
      action: 'user.email_changed',
      userId: account.id,
      companyId: null,
      target: { type: 'user', id: account.id, label: account.name },
      diff: { email: { before: account.email, after: spent.email } },
    })
    emitChange(tx, 'session.changed', { userIds: [account.id] })
    return { email: spent.email }
  })
}
