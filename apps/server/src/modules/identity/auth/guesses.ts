import { z } from 'zod'
import { type Ctx, systemCtx } from '#server/context.ts'
import { defineJob } from '#server/jobs/define.ts'
import { hashToken } from '#server/lib/seal.ts'
import { type Guessed, guessed, tellOfGuesses } from './actions/tell.ts'
import { throttlesOf } from './throttle.ts'

const wish = z.object({ email: z.string(), ip: z.string().nullable(), requestId: z.string() })

export const tellGuessesJob = defineJob({
  name: 'auth.tell_lock',
  queue: 'standard',
  input: z.object({ sealed: z.string(), of: z.enum(guessed).default('password') }),
  retrySeconds: [5, 30],
  run: (deps, { sealed, of }) => {
    const { email, ip, requestId } = wish.parse(JSON.parse(deps.sealer.open(sealed)))
    return tellOfGuesses({ ...systemCtx(deps, 'auth.tell_lock'), ip, requestId }, of, email)
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
