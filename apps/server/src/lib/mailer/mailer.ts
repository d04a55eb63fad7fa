import type { OwnMail } from '@recado/providers/provider'
import { createTransport } from 'nodemailer'

export type Mailer = {
  /** Hands one mail to the SMTP server. Throws MailNotConfigured without one, and what nodemailer throws when it fails. */
  send: (mail: OwnMail) => Promise<void>
  close: () => void
}

export class MailNotConfigured extends Error {
  override name = 'MailNotConfigured'
}

/** Whether the server said of a mail itself, not of who hands it in, that it takes it never (RFC 5321 §4.2.1). */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500

const CONNECTIONS = 3
const TIMEOUT_MS = 15_000

/** Sends mail through a small pool of connections to `smtpUrl` (`smtp://user:password@host:port`), as `from`. */
export const createMailer = (options: { smtpUrl: string | undefined; from: string }): Mailer => {
  if (!options.smtpUrl) {
    return {
      send: () => Promise.reject(new MailNotConfigured('SMTP_URL is not set, so no mail can be sent')),
      close: () => undefined,
    }
  }
  const transport = createTransport({
    url: options.smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (mail) => {
      await transport.sendMail({ from: options.from, ...mail, headers: { 'Auto-Submitted': 'auto-generated' } })
    },
    close: () => transport.close(),
  }
}
