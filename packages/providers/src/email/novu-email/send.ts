import { type Adapter, type EmailMessage, type OwnMail, ProviderError, type ProviderPorts } from '../../provider.ts'

const RETRY_SECONDS = 60

const mailerOf = (ports: ProviderPorts) => {
  if (ports.sendMail) return ports.sendMail
  throw new ProviderError(
    'refused',
    'Only the installation itself sends through this, and only when it has an SMTP server',
  )
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string }

/** `command` is what was being said when it failed: before anything was, a connection was being made. */
const whatItMeans = (error: SmtpError): ProviderError => {
  const { code, command, responseCode, response } = error
  const passing = responseCode !== undefined && responseCode < 500
  const kind = responseCode !== undefined ? 'refused' : command === 'CONN' ? 'unreachable' : 'unknown'
  return new ProviderError(kind, error.message, {
    code: responseCode === undefined ? code : String(responseCode),
    raw: response,
    retryAfterSeconds: passing ? RETRY_SECONDS : undefined,
    cause: error,
  })
}

const mailOf = (message: EmailMessage): OwnMail => ({
  to: message.to,
  subject: message.subject,
  html: message.html,
  text: message.text ?? '',
  cc: message.cc,
  bcc: message.bcc,
  replyTo: message.replyTo,
  attachments: message.attachments?.map(({ name, mime, content }) => ({ filename: name, contentType: mime, content })),
})

/** The mail server of the installation. */
export const novuEmail: Adapter<EmailMessage> = {
  send: async (_credentials, message, ports) => {
    const sendMail = mailerOf(ports)
    try {
      await sendMail(mailOf(message))
    } catch (error) {
      throw whatItMeans(error as SmtpError)
    }
    return {}
  },
  check: async (_credentials, ports) => void mailerOf(ports),
}
