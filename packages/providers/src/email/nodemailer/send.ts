import { createPrivateKey } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { asProviderError, credentialText, requiredText, resultOf } from '../../http.ts'
import { OutboundError } from '../../outbound.ts'
import { type Adapter, type Credentials, type EmailMessage, ProviderError, type ProviderPorts } from '../../provider.ts'

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000
const RETRY_SECONDS = 60

/** Settings of TLS that a customer may choose; the rest would lead the connection elsewhere. */
const tlsSettings = [
  'rejectUnauthorized',
  'servername',
  'minVersion',
  'maxVersion',
  'ciphers',
  'honorCipherOrder',
  'ecdhCurve',
  'sigalgs',
  'ca',
  'cert',
  'key',
  'passphrase',
] as const

const tlsOf = (credentials: Credentials) => {
  const given = (credentials['tlsOptions'] ?? {}) as Record<string, unknown>
  return Object.fromEntries(tlsSettings.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])))
}

const dkimOf = (credentials: Credentials) => {
  const [domainName, privateKey, keySelector] = ['domain', 'secretKey', 'accountSid'].map((key) =>
    credentialText(credentials, key),
  )
  if (!domainName && !privateKey && !keySelector) return undefined
  if (!domainName || !privateKey || !keySelector)
    throw new ProviderError('refused', 'DKIM needs a domain, a private key and a selector')
  try {
    createPrivateKey(privateKey)
  } catch (cause) {
    throw new ProviderError('refused', 'The DKIM key is not a private key in PEM form', { cause })
  }
  return { domainName, privateKey, keySelector }
}

type Progress = { contentBegun: boolean }

/** The only trace of how far a conversation got: an error says it failed, not whether the mail was on its way. */
const watching = (progress: Progress) => {
  const ignore = () => undefined
  const debug = (entry: { tnx?: string }, text: string) => {
    if (entry.tnx === 'client' && text === 'DATA') progress.contentBegun = true
  }
  return { level: ignore, trace: ignore, debug, info: ignore, warn: ignore, error: ignore, fatal: ignore }
}

const openTransport = (credentials: Credentials, ports: ProviderPorts, progress: Progress) => {
  const host = requiredText(credentials, 'host')
  const port = Number(credentials['port'])
  const user = credentialText(credentials, 'user')
  const pass = credentialText(credentials, 'password')
  const dkim = dkimOf(credentials)
  return createTransport({
    host,
    port,
    secure: credentials['secure'] === true,
    requireTLS: credentials['requireTls'] === true,
    ignoreTLS: credentials['ignoreTls'] === true,
    tls: tlsOf(credentials),
    ...(user && pass ? { auth: { user, pass } } : {}),
    ...(dkim ? { dkim } : {}),
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    transactionLog: true,
    logger: watching(progress),
    getSocket: (_options, done) => {
      ports.connect({ host, port, timeoutMs: CONNECT_MS }).then(
        (connection) => done(null, { connection }),
        (error: Error) => done(error, false),
      )
    },
  })
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string }
const certain = new Set(['EAUTH', 'ENOAUTH', 'EENVELOPE', 'ECONFIG', 'EFILEACCESS', 'EURLACCESS', 'EREQUIRETLS'])

const whatItMeans = (error: SmtpError, progress: Progress): ProviderError => {
  if (error instanceof ProviderError || error instanceof OutboundError) return asProviderError(error)
  const { code, responseCode, response } = error
  const refused = responseCode !== undefined || (code !== undefined && certain.has(code))
  const kind = refused ? 'refused' : progress.contentBegun ? 'unknown' : 'unreachable'
  const passing = responseCode !== undefined && responseCode >= 400 && responseCode < 500
  return new ProviderError(kind, error.message, {
    code: responseCode === undefined ? code : String(responseCode),
    raw: response,
    retryAfterSeconds: passing ? RETRY_SECONDS : undefined,
    cause: error,
  })
}

const converse = async <R>(
  credentials: Credentials,
  ports: ProviderPorts,
  talk: (transport: ReturnType<typeof openTransport>) => Promise<R>,
): Promise<R> => {
  const progress: Progress = { contentBegun: false }
  try {
    return await talk(openTransport(credentials, ports, progress))
  } catch (error) {
    throw whatItMeans(error as SmtpError, progress)
  }
}

/** Any SMTP server. */
export const nodemailer: Adapter<EmailMessage> = {
  send: (credentials, message, ports) =>
    converse(credentials, ports, async (transport) => {
      const address = message.from ?? requiredText(credentials, 'from')
      const name = message.senderName ?? credentialText(credentials, 'senderName') ?? ''
      const { to, subject, html, text, cc, bcc, replyTo, headers, attachments = [] } = message
      const { messageId } = await transport.sendMail({
        messageId: `<${message.id}@${address.split('@').at(-1)}>`,
        date: ports.now(),
        from: { name, address },
        to,
        subject,
        html,
        ...(text === undefined ? {} : { text }),
        ...(cc ? { cc } : {}),
        ...(bcc ? { bcc } : {}),
        ...(replyTo ? { replyTo } : {}),
        ...(headers ? { headers } : {}),
        attachments: attachments.map((one) => ({ filename: one.name, contentType: one.mime, content: one.content })),
      })
      return resultOf(messageId, ports.now().toISOString())
    }),
  check: (credentials, ports) =>
    converse(credentials, ports, async (transport) => {
      await transport.verify()
    }),
}
