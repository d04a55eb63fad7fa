import { randomInt } from 'node:crypto'
import { type Ctx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import { addressKey } from '#server/lib/client-address.ts'
import { newId } from '#server/lib/ids.ts'
import { createToken, hashToken } from '#server/lib/seal.ts'
import { type Account, findAccountByEmail } from '#server/modules/identity/users/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { sendMail } from '#server/modules/shared/mail/index.ts'
import { deleteOldTokens, findToken, insertToken, spendTokensOfUser, type TokenKind } from '../queries.ts'
import { throttlesOf } from '../throttle.ts'

const MINUTE = 60_000
const validity: Record<TokenKind, number> = {
  verify: 24 * 60 * MINUTE,
  reset: 60 * MINUTE,
  email_change: 24 * 60 * MINUTE,
}

/**
 * Hash and owner of the token in a link that still works. Throws `token_invalid`, and `rate_limited` to an address that
 * tried many that do not; one that works is never held back.
 */
export const loadLink = async (ctx: Ctx, kind: TokenKind, token: string) => {
  const tokenHash = hashToken(token)
  const found = await findToken(ctx, kind, tokenHash)
  if (found?.userId) return { tokenHash, userId: found.userId }
  const wait = throttlesOf(ctx.deps).linkAddress.take(addressKey(ctx.ip))
  if (wait > 0) throw new AppError('rate_limited', { retryAfter: wait })
  throw new AppError('token_invalid')
}

type Receiver = Pick<Account, 'id' | 'email' | 'name' | 'locale'>

/** Hash of the six digits, bound to the address they were sent to. */
export const hashCode = (email: string, code: string): string => hashToken(`${email} ${code}`)

/** Makes a token of a kind for an address; former ones of the person stop working. */
export const issueToken = async (tx: Ctx, kind: TokenKind, account: Receiver) => {
  await spendTokensOfUser(tx, account.id, kind)
  const token = createToken()
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  await insertToken(tx, {
    id: newId(),
    userId: account.id,
    email: account.email,
    kind,
    tokenHash: hashToken(token),
    codeHash: kind === 'verify' ? hashCode(account.email, code) : null,
    expiresAt: new Date(tx.now().getTime() + validity[kind]),
    createdAt: tx.now(),
  })
  return { token, code }
}

/** Mails a link and six digits that prove the address; former ones stop working. */
export const mailVerification = async (tx: Ctx, account: Receiver): Promise<void> => {
  const { token, code } = await issueToken(tx, 'verify', account)
  const url = `${publicOrigin(tx.deps.config)}/verify-email?token=${token}`
  await sendMail(tx, {
    to: account.email,
    locale: account.locale,
    facts: { kind: 'verify', name: account.name, url, code },
  })
}

const mailReset = async (tx: Ctx, account: Receiver): Promise<void> => {
  const { token } = await issueToken(tx, 'reset', account)
  const url = `${publicOrigin(tx.deps.config)}/reset-password?token=${token}`
  await sendMail(tx, { to: account.email, locale: account.locale, facts: { kind: 'reset', name: account.name, url } })
}

/** Mails what an address asked for, if it has an account for which that makes sense; otherwise does nothing. */
export const mailIfKnown = (ctx: Ctx, kind: 'verify' | 'reset', email: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const account = await findAccountByEmail(tx, email)
    if (!account || account.status === 'deleted' || account.status === 'suspended') return
    if (kind === 'verify') {
      if (!account.verified) await mailVerification(tx, account)
      return
    }
    await mailReset(tx, account)
    const target = { type: 'user', id: account.id }
    await recordAudit(tx, { action: 'password.reset_requested', userId: account.id, companyId: null, target })
  })

/** Removes links and digits that ran out a month ago. */
export const forgetOldTokens = (ctx: Ctx): Promise<void> => deleteOldTokens(ctx)
