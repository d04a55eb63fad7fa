import { type Locale, plainName } from '@recado/contracts'
import type { Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { spendMail } from '#server/modules/shared/quotas/index.ts'
import type { MailFacts } from './content.ts'
import { sendMailJob } from './jobs.ts'

const withPlainNames = (facts: MailFacts): MailFacts =>
  facts.kind === 'invitation'
    ? { ...facts, inviter: plainName(facts.inviter), company: plainName(facts.company) }
    : { ...facts, name: plainName(facts.name) }

/** Whether the mail is within the quotas. Who is not signed in must not learn of others that they got many mails. */
const isWithinQuotas = async (ctx: Ctx, kind: string, to: string): Promise<boolean> => {
  try {
    await spendMail(ctx, kind, to)
    return true
  } catch (error) {
    if (!(error instanceof AppError) || ctx.actor.kind === 'user') throw error
    ctx.log.warn({ mail: kind }, 'a mail was not sent: its address has had as many today as it may')
    return false
  }
}

/**
 * Puts a mail into the queue, in the caller's transaction: it goes out only if that commits. Throws `quota_exceeded` where
 * someone signed in asks for it; for others nothing is sent then.
 */
export const sendMail = async (ctx: Ctx, mail: { to: string; locale: Locale; facts: MailFacts }): Promise<void> => {
  if (!(await isWithinQuotas(ctx, mail.facts.kind, mail.to))) return
  const facts = withPlainNames(mail.facts)
  const sealed = ctx.deps.sealer.seal(JSON.stringify({ to: mail.to, facts }))
  await ctx.deps.jobs.enqueue(
    ctx.db,
    sendMailJob,
    { kind: mail.facts.kind, locale: mail.locale, sealed },
    { priority: 0 },
  )
  ctx.afterCommit(() => ctx.deps.jobs.wake(sendMailJob.queue))
}
