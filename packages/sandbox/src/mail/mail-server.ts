import { randomUUID } from 'node:crypto'
import PostalMime, { type Address } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { addMail, type World } from '../state/world.ts'

const addressesOf = (list: readonly Address[] | undefined): string[] =>
  (list ?? []).flatMap((entry) =>
    entry.address ? [entry.address] : (entry.group ?? []).flatMap((member) => member.address ?? []),
  )

const fromLine = (from: Address | undefined): string =>
  from?.name ? `${from.name} <${from.address ?? ''}>` : (from?.address ?? '')

const keepMail = async (world: World, raw: Buffer, recipients: string[]): Promise<void> => {
  const parsed = await PostalMime.parse(raw)
  const named = addressesOf(parsed.to)
  addMail(world, {
    id: randomUUID(),
    at: Date.now(),
    from: fromLine(parsed.from),
    to: recipients.length > 0 ? recipients : named,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    attachments: parsed.attachments.map((attachment) => ({
      fileName: attachment.filename ?? 'attachment',
      mimeType: attachment.mimeType,
      size: typeof attachment.content === 'string' ? attachment.content.length : attachment.content.byteLength,
    })),
  })
}

/** An SMTP server that takes every mail, with any login or none, and keeps it for the mail page. */
export const createMailServer = (world: World): SMTPServer =>
  new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: 25 * 1024 * 1024,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anybody' }),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map((recipient) => recipient.address)
        keepMail(world, Buffer.concat(chunks), recipients).then(
          () => done(),
          (error: Error) => done(error),
        )
      })
    },
  })
