import { generateKeyPairSync } from 'node:crypto'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import type { ProviderPorts } from '../../provider.ts'
import { failureOf } from '../../test/failures.ts'
import { now, plainPorts } from '../../test/stand-in.ts'
import { nodemailer } from './send.ts'

type Mail = { from: string; to: string[]; raw: string; secure: boolean; user: string | undefined }
const servers: (SMTPServer | Server)[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const startSmtp = async (options: SMTPServerOptions = {}) => {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'good' ? done(null, { user: username }) : done(new Error('Invalid login')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
          secure: session.secure,
          user: session.user as string | undefined,
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  return { port: (server.server.address() as AddressInfo).port, mails }
}

const credentials = (port: number, more: Record<string, unknown> = {}) => ({
  host: '127.0.0.1',
  port,
  from: 'shop@example.com',
  senderName: 'Loja "A"',
  ...more,
})
const message = {
  channel: 'email' as const,
  id: '66aa00000000000000000005',
  to: ['ana@example.com'],
  subject: 'Olá',
  html: '<p>Olá</p>',
}

describe('sending', () => {
  it('hands the mail over with our id in its Message-ID', async () => {
    const { port, mails } = await startSmtp()
    const full = {
      ...message,
      text: 'Olá',
      cc: ['bia@example.com'],
      bcc: ['caio@example.com'],
      replyTo: 'reply@example.com',
      headers: { 'X-Order': '7' },
      attachments: [{ name: 'nota.txt', mime: 'text/plain', content: Buffer.from('42') }],
    }
    expect(await nodemailer.send(credentials(port), full, plainPorts)).toEqual({
      id: '<66aa00000000000000000005@example.com>',
      date: now.toISOString(),
    })
    const [mail] = mails
    expect(mail).toMatchObject({
      from: 'shop@example.com',
      to: ['ana@example.com', 'bia@example.com', 'caio@example.com'],
    })
    expect(mail?.raw).toContain('Message-ID: <66aa00000000000000000005@example.com>')
    expect(mail?.raw).toContain('Reply-To: reply@example.com')
    expect(mail?.raw).toContain('X-Order: 7')
    expect(mail?.raw).toContain('filename=nota.txt')
    expect(mail?.raw).toContain('From: "Loja \\"A\\"" <shop@example.com>')
    expect(mail?.raw).not.toContain('caio@example.com')
  })

  it('prefers the sender of the message', async () => {
    const { port, mails } = await startSmtp()
    await nodemailer.send(credentials(port), { ...message, from: 'me@other.example', senderName: 'Me' }, plainPorts)
    expect(mails[0]?.raw).toContain('From: Me <me@other.example>')
  })

  it('reads no files and fetches no addresses for a mail', async () => {
    const { port, mails } = await startSmtp()
    const html = '<img src="file:///etc/hostname">'
    await nodemailer.send(credentials(port), { ...message, html }, plainPorts)
    expect(mails[0]?.raw).toContain('file:///etc/hostname')
  })

  it('signs with DKIM when domain, key and selector are there, and refuses half of it', async () => {
    const { port, mails } = await startSmtp()
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const secretKey = privateKey.export({ type: 'pkcs8', format: 'pem' })
    await nodemailer.send(
      credentials(port, { domain: 'example.com', secretKey, accountSid: 's1' }),
      message,
      plainPorts,
    )
    expect(mails[0]?.raw).toMatch(/DKIM-Signature:[\s\S]*d=example\.com;[\s\S]*s=s1;/)
    for (const more of [{ domain: 'example.com' }, { domain: 'example.com', secretKey: 'no key', accountSid: 's1' }])
      expect(await failureOf(nodemailer.send(credentials(port, more), message, plainPorts))).toMatchObject({
        kind: 'refused',
      })
    expect(mails).toHaveLength(1)
  })
})

describe('TLS', () => {
  const withTls = { disabledCommands: [] as string[] }
  const trusting = { tlsOptions: { rejectUnauthorized: false } }

  it('upgrades when the server can, and not when told so', async () => {
    const { port, mails } = await startSmtp(withTls)
    await nodemailer.send(credentials(port, trusting), message, plainPorts)
    await nodemailer.send(credentials(port, { ignoreTls: true }), message, plainPorts)
    expect(mails.map(({ secure }) => secure)).toEqual([true, false])
  })

  it('speaks TLS from the first byte when told so', async () => {
    const { port, mails } = await startSmtp({ secure: true })
    await nodemailer.send(credentials(port, { secure: true, ...trusting }), message, plainPorts)
    expect(mails[0]?.secure).toBe(true)
  })

  it('sends nothing to a server without TLS when TLS is required, or with a certificate no one knows', async () => {
    const plain = await startSmtp()
    const required = nodemailer.send(credentials(plain.port, { requireTls: true }), message, plainPorts)
    expect((await failureOf(required)).kind).not.toBe('unknown')
    const selfSigned = await startSmtp(withTls)
    const strict = nodemailer.send(credentials(selfSigned.port), message, plainPorts)
    expect(await failureOf(strict)).toMatchObject({ kind: 'unreachable' })
    expect([plain.mails, selfSigned.mails]).toEqual([[], []])
  })

  it('lets the TLS options choose certificates and versions, not where to connect', async () => {
    const elsewhere = await startSmtp({ secure: true })
    const { port, mails } = await startSmtp({ secure: true })
    const tlsOptions = {
      rejectUnauthorized: false,
      host: '127.0.0.1',
      port: elsewhere.port,
      path: '/tmp/x',
      socket: {},
    }
    await nodemailer.send(credentials(port, { secure: true, tlsOptions }), message, plainPorts)
    expect([mails.length, elsewhere.mails.length]).toEqual([1, 0])
  })
})

describe('what went wrong', () => {
  it('a wrong password is refused, by the check too', async () => {
    const { port, mails } = await startSmtp()
    const bad = credentials(port, { user: 'u', password: 'bad' })
    expect(await failureOf(nodemailer.send(bad, message, plainPorts))).toMatchObject({ kind: 'refused', code: '535' })
    expect(await failureOf(nodemailer.check?.(bad, plainPorts) ?? Promise.resolve())).toMatchObject({ kind: 'refused' })
    await nodemailer.check?.(credentials(port, { user: 'u', password: 'good' }), plainPorts)
    expect(mails).toEqual([])
    await nodemailer.send(credentials(port, { user: 'u', password: 'good' }), message, plainPorts)
    expect(mails[0]?.user).toBe('u')
  })

  it('a recipient or a text that the server does not want is refused', async () => {
    const noRecipient = await startSmtp({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No such user'), { responseCode: 550 })),
    })
    expect(await failureOf(nodemailer.send(credentials(noRecipient.port), message, plainPorts))).toMatchObject({
      kind: 'refused',
      code: '550',
    })
    const spam = await startSmtp({
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => done(Object.assign(new Error('Try again later'), { responseCode: 451 })))
      },
    })
    expect(await failureOf(nodemailer.send(credentials(spam.port), message, plainPorts))).toMatchObject({
      kind: 'refused',
      code: '451',
      retryAfterSeconds: 60,
    })
  })

  it('no one there, or a line that breaks before the mail: nothing was sent', async () => {
    expect(await failureOf(nodemailer.send(credentials(9), message, plainPorts))).toMatchObject({ kind: 'unreachable' })
    const rude = createServer((socket) => void socket.end())
    servers.push(rude)
    await new Promise<void>((done) => rude.listen(0, '127.0.0.1', done))
    const { port } = rude.address() as AddressInfo
    expect(await failureOf(nodemailer.send(credentials(port), message, plainPorts))).toMatchObject({
      kind: 'unreachable',
    })
  })

  it('a line that breaks while the mail is on its way: no one knows', async () => {
    const open: Socket[] = []
    const ports: ProviderPorts = {
      ...plainPorts,
      connect: async (target) => {
        const socket = await plainPorts.connect(target)
        open.push(socket)
        return socket
      },
    }
    const { port } = await startSmtp({
      onData: (stream) => {
        stream.resume()
        for (const socket of open) socket.destroy()
      },
    })
    expect(await failureOf(nodemailer.send(credentials(port), message, ports))).toMatchObject({ kind: 'unknown' })
  })
})
