import { type DailyQuota, dailyQuotas, storageQuota } from '@recado/contracts/shared/quotas'
import { type CompanyCtx, type Ctx, inTransaction } from '#server/context.ts'
import { lockName } from '#server/db/lock.ts'
import { AppError } from '#server/http/app-error.ts'
import { addressKey } from '#server/lib/client-address.ts'
import { hashToken } from '#server/lib/seal.ts'
import { addUse, findUse, findUsed, sumStored } from './queries.ts'

const DAY_MS = 86_400_000

type Share = { of: 'address' | 'person' | 'company'; subject: string; limit: number }

/** Whose quotas a use counts for. A platform admin works for everybody. */
const holdersOf = (ctx: Ctx, quota: DailyQuota): Share[] => {
  const { person, company }: { person: number; company?: number } = dailyQuotas[quota]
  if (ctx.actor.kind !== 'user' || ctx.actor.role === 'admin') return []
  return [
    { of: 'person', subject: `${quota} person ${ctx.actor.userId}`, limit: person },
    ...(ctx.company && company !== undefined
      ? [{ of: 'company' as const, subject: `${quota} company ${ctx.company.id}`, limit: company }]
      : []),
  ]
}

const spend = (ctx: Ctx, quota: DailyQuota, shares: readonly Share[], amount: number): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    for (const { of, subject, limit } of shares) {
      await lockName(tx, `quota ${subject}`)
      if ((await findUse(tx, subject)) + amount > limit) {
        const retryAfter = Math.ceil((DAY_MS - (tx.now().getTime() % DAY_MS)) / 1000)
        throw new AppError('quota_exceeded', { data: { quota, of, limit }, retryAfter })
      }
      await addUse(tx, subject, amount)
    }
  })

/** Counts a use for the person and the company they work in. Throws `quota_exceeded` with nothing counted. */
export const spendQuota = (ctx: Ctx, quota: DailyQuota, amount = 1): Promise<void> =>
  spend(ctx, quota, holdersOf(ctx, quota), amount)

/**
 * Counts a use for each of some things, and each thing once a day however often it comes. Which things they were cannot be
 * read from what is kept. Throws `quota_exceeded` with nothing counted.
 */
export const spendQuotaFor = (ctx: Ctx, quota: DailyQuota, things: readonly string[]): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const holders = holdersOf(tx, quota)
    const whose = holders.map(({ subject }) => subject).join(' ')
    if (holders.length === 0) return
    const marks = [...new Set(things)].map(
      (thing) => `${quota} of ${tx.deps.sealer.sign('quota', `${whose} ${thing}`)}`,
    )
    const known = await findUsed(tx, marks)
    for (const mark of marks.filter((one) => !known.has(one))) {
      await spend(tx, quota, holders, 1)
      await addUse(tx, mark, 1)
    }
  })

/** Strangers at so many places must ask for an address's mails before its owner gets none at another. */
const PLACES = 5

/**
 * Whose asking counts. A stranger's counts for where they are, so that no one uses up what the owner of an address may ask
 * for; all of them together have a limit of their own.
 */
const askersOf = ({ actor, ip }: Ctx, subject: string): Share[] => {
  const limit = dailyQuotas.mails.address
  if (actor.kind === 'user' || ip === null) return [{ of: 'address', subject, limit }]
  return [
    { of: 'address', subject: `${subject} from ${addressKey(ip)}`, limit },
    { of: 'address', subject: `${subject} from anywhere`, limit: PLACES * limit },
  ]
}

/** Counts a mail of a kind against the quota of its address. Callers with several addresses take them in order. */
export const spendMail = (ctx: Ctx, kind: string, address: string): Promise<void> => {
  const subject = `mails address ${kind} ${hashToken(address.toLowerCase())}`
  return spend(ctx, 'mails', [...holdersOf(ctx, 'mails'), ...askersOf(ctx, subject)], 1)
}

/**
 * Counts a file that someone stores in their company; in the transaction that writes it down. Throws `quota_exceeded` and
 * `storage_quota_exceeded`.
 */
export const spendStorage = (ctx: CompanyCtx, bytes: number): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await lockName(tx, `storage ${tx.company.id}`)
    if ((await sumStored(tx, tx.company.id)) + bytes > storageQuota)
      throw new AppError('storage_quota_exceeded', { data: { limit: storageQuota } })
    await spendQuota(tx, 'uploads', bytes)
  })
