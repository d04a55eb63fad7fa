import { z } from 'zod'
import { type Ctx, inTransaction, systemCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { defineJob } from '#server/jobs/define.ts'
import { hashToken } from '#server/lib/seal.ts'
import { findAccountByEmail } from '#server/modules/identity/users/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { throttlesOf } from './throttle.ts'

const guessed = ['password', 'code'] as const
type Guessed = (typeof guessed)[number]

/** Warns the account with an address that its password or codes are being guessed. */
const reportGuesses = (ctx: Ctx, of: Guessed, email: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const owner = await findAccountByEmail(tx, email)
    if (owner?.status !== 'active') return
    const target = { type: 'user', id: owner.id }
    await recordAudit(tx, { action: 'auth.locked', companyId: null, target, diff: { guessed: of } })
    await emit(tx, 'user.guessed_at', { userId: owner.id, secret: of, ip: tx.ip })
  })

const wish = z.object({ email: z.string(), ip: z.string().nullable(), requestId: z.string() })

export const tellGuessesJob = defineJob({
  name: 'auth.tell_lock',
  queue: 'standard',
  input: z.object({ sealed: z.string(), of: z.enum(guessed).default('password') }),
  retrySeconds: [5, 30],
  run: (deps, { sealed, of }) => {
    const { email, ip, requestId } = wish.parse(JSON.parse(deps.sealer.open(sealed)))
    return reportGuesses({ ...systemCtx(deps, 'auth.tell_lock'), ip, requestId }, of, email)
  },
})

/**
 * Counts a wrong password or code for an address. When there are too many its owner is told, once a day; by a job, so
 * that neither the answer nor the time it takes can tell whether the address has an account.
 */
export const noteGuess = async (ctx: Ctx, of: Guessed, email: string): Promise<void> => {
  const { wrongPasswords, wrongCodes, guessNotice } = throttlesOf(ctx.deps)
  if (email === '' || (of === 'password' ? wrongPasswords : wrongCodes).take(email) === 0) return
  if (guessNotice.take(`${of} ${email}`) > 0) return
  const sealed = ctx.deps.sealer.seal(JSON.stringify({ email, ip: ctx.ip, requestId: ctx.requestId }))
  const uniqueKey = `auth.tell_lock:${of}:${hashToken(email)}`
  await ctx.deps.jobs.enqueue(ctx.db, tellGuessesJob, { sealed, of }, { uniqueKey })
  ctx.afterCommit(() => ctx.deps.jobs.wake(tellGuessesJob.queue))
}
