import { locales } from '@recado/contracts'
import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, JobFailed } from '#server/jobs/define.ts'
import { isRefused, MailNotConfigured } from '#server/lib/mailer/mailer.ts'
import { brandOf } from '#server/modules/shared/settings/index.ts'
import { mailFacts, writeMail } from './content.ts'
import { renderHtml, renderText } from './layout.ts'

/** The facts of a mail as they lie in the queue: address and links sealed. */
const sealedMail = z.object({ kind: z.string(), locale: z.enum(locales), sealed: z.string() })

const opened = z.object({ to: z.string(), facts: mailFacts })

/** Writes one mail in the reader's language and hands it to the SMTP server. */
export const sendMailJob = defineJob({
  name: 'mail.send',
  queue: 'mail',
  input: sealedMail,
  retrySeconds: [5, 30, 120, 600, 3600],
  run: async (deps, input) => {
    const { to, facts } = opened.parse(JSON.parse(deps.sealer.open(input.sealed)))
    const ctx = systemCtx(deps, 'mail.send')
    const { name: brand, emailFooter } = await brandOf(ctx)
    const footer = emailFooter[input.locale]
    const content = writeMail(facts, input.locale, brand)
    try {
      await deps.mailer.send({
        to,
        subject: content.subject,
        html: renderHtml(content, input.locale, brand, footer),
        text: renderText(content, brand, footer),
      })
    } catch (error) {
      if (isRefused(error)) throw new JobFailed('The mail server refuses this mail for good', { cause: error })
      if (!(error instanceof MailNotConfigured)) throw error
      deps.log.error({ mail: input.kind }, 'a mail was not sent: set SMTP_URL so that people receive their mails')
      throw new JobFailed(error.message)
    }
  },
})
