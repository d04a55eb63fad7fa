import { randomInt } from 'node:crypto'
import { generateSecret, verifySync } from 'otplib'
import type { Ctx } from '#server/context.ts'
import { hashToken } from '#server/lib/seal.ts'
import * as queries from './queries.two-factor.ts'

// Codes of an authenticator app (RFC 6238: six digits, 30 seconds, SHA-1) and the recovery codes that stand in for it.

const STEP_SECONDS = 30
const RECOVERY_CODES = 10
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

const recoveryCode = () => {
  const part = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${part()}-${part()}`
}

const hashOf = (userId: string, code: string) => hashToken(`${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)

/** Whether a person has a second factor, since when, and how many recovery codes are left. */
export const readTwoFactor = async (ctx: Ctx, userId: string) => {
  const row = await queries.findTwoFactor(ctx, userId)
  const confirmedAt = row?.confirmedAt ?? null
  return {
    enabled: confirmedAt !== null,
    since: confirmedAt?.toISOString() ?? null,
    recoveryCodesLeft: confirmedAt ? await queries.countRecoveryCodes(ctx, userId) : 0,
  }
}

/** Makes a secret in base32 that counts once it is confirmed; null for whoever has a second factor already. */
export const beginTwoFactor = async (ctx: Ctx, userId: string): Promise<string | null> => {
  const secret = generateSecret()
  return (await queries.keepSecret(ctx, userId, ctx.deps.sealer.seal(secret))) ? secret : null
}

/** Whether a code is the app's: of this half minute or a neighbour, and not used before. It is used up. */
const spendAppCode = async (ctx: Ctx, userId: string, secret: string, code: string): Promise<boolean> => {
  const now = Math.floor(ctx.now().getTime() / 1000)
  const checked = verifySync({ secret, token: code, epoch: now, epochTolerance: STEP_SECONDS })
  if (!checked.valid) return false
  return queries.spendStep(ctx, userId, Math.floor(now / STEP_SECONDS) + checked.delta)
}

/** Whether a code looks like one of an app, rather than a recovery code. */
export const isAppCode = (given: string): boolean => /^\d{6}$/.test(given.replace(/\s/g, ''))

/** Uses up a code of the app, or a recovery code; answers which it was, null for neither. */
export const spendTwoFactorCode = async (
  ctx: Ctx,
  userId: string,
  given: string,
): Promise<'app' | 'recovery' | null> => {
  const row = await queries.findTwoFactor(ctx, userId)
  if (!row?.secret) return null
  const code = given.replace(/\s/g, '')
  if (isAppCode(code)) {
    return (await spendAppCode(ctx, userId, ctx.deps.sealer.open(row.secret), code)) ? 'app' : null
  }
  if (!row.confirmedAt) return null
  return (await queries.spendRecoveryCode(ctx, userId, hashOf(userId, code))) ? 'recovery' : null
}

/** Confirms the app; answers whether that was still to be done. */
export const confirmTwoFactor = (ctx: Ctx, userId: string): Promise<boolean> => queries.confirmSecret(ctx, userId)

/** New recovery codes in place of all former ones. They are kept as hashes: this is the only time to see them. */
export const renewRecoveryCodes = async (ctx: Ctx, userId: string): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode)
  await queries.replaceRecoveryCodes(
    ctx,
    userId,
    codes.map((code) => hashOf(userId, code)),
  )
  return codes
}

/** Takes the second factor from an account, with its recovery codes. */
export const clearTwoFactor = (ctx: Ctx, userId: string): Promise<void> => queries.clearTwoFactor(ctx, userId)
