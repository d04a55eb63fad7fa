import { type Locale, plainName } from '@recado/contracts'
import type { Ctx } from '#server/context.ts'
import type { MailFacts } from './content.ts'
import { sendMailJob } from './jobs.ts'

const withPlainNames = (facts: MailFacts): MailFacts =>
  facts.kind === 'invitation'
    ? { ...facts, inviter: plainName(facts.inviter), company: plainName(facts.company) }
    : { ...facts, name: plainName(facts.name) }

/** Puts a mail into the queue, in the caller's transaction: it goes out only if that commits. */
export const sendMail = async (ctx: Ctx, mail: { to: string; locale: Locale; facts: MailFacts }): Promise<void> => {
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
