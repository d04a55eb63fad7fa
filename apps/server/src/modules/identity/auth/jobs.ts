import { z } from 'zod'
import { type Ctx, systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { hashToken } from '#server/lib/seal.ts'
import { deleteDueAccounts } from './actions/account.ts'
import { registerJob } from './actions/register.ts'
import { forgetOldTokens, mailIfKnown } from './actions/tokens.ts'
import { tellGuessesJob } from './guesses.ts'

const wish = z.object({ email: z.string(), ip: z.string().nullable(), requestId: z.string() })

const mailAccountJob = defineJob({
  name: 'auth.mail_account',
  queue: 'mail',
  input: z.object({ kind: z.enum(['verify', 'reset']), sealed: z.string() }),
  retrySeconds: [5, 30, 120],
  run: (deps, { kind, sealed }) => {
    const { email, ip, requestId } = wish.parse(JSON.parse(deps.sealer.open(sealed)))
    return mailIfKnown({ ...systemCtx(deps, 'auth.mail_account'), ip, requestId }, kind, email)
  },
})

/**
 * Asks for a mail to an address. Whether the address has an account is looked up by a job, so that neither the answer
 * nor the time it takes can tell.
 */
export const askForMail = async (ctx: Ctx, kind: 'verify' | 'reset', email: string): Promise<void> => {
  const sealed = ctx.deps.sealer.seal(JSON.stringify({ email, ip: ctx.ip, requestId: ctx.requestId }))
  const uniqueKey = `auth.mail_account:${kind}:${hashToken(email)}`
  await ctx.deps.jobs.enqueue(ctx.db, mailAccountJob, { kind, sealed }, { priority: 0, uniqueKey })
  ctx.afterCommit(() => ctx.deps.jobs.wake(mailAccountJob.queue))
}

const forgetJob = defineJob({
  name: 'auth.forget_tokens',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: (deps) => forgetOldTokens(systemCtx(deps, 'auth.forget_tokens')),
})

const deleteAccountsJob = defineJob({
  name: 'auth.delete_accounts',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: (deps) => deleteDueAccounts(systemCtx(deps, 'auth.delete_accounts')),
})

export const authJobs = [registerJob, mailAccountJob, tellGuessesJob, forgetJob, deleteAccountsJob]

export const authSchedules: readonly ScheduleDefinition[] = [
  { name: 'auth.forget_tokens', cron: '47 3 * * *', job: forgetJob },
  { name: 'auth.delete_accounts', cron: '37 * * * *', job: deleteAccountsJob },
]
