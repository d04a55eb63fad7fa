import { expect, it } from 'vitest'
import type { OwnMail, ProviderPorts } from '../../provider.ts'
import { failureOf } from '../../test/failures.ts'
import { plainPorts } from '../../test/stand-in.ts'
import { novuEmail } from './send.ts'

const message = {
  channel: 'email' as const,
  id: '66aa00000000000000000005',
  to: ['ana@example.com'],
  from: 'somebody@else.example',
  subject: 'Olá',
  html: '<p>Olá</p>',
  text: 'Olá',
  replyTo: 'reply@example.com',
  attachments: [{ name: 'a.txt', mime: 'text/plain', content: Buffer.from('a') }],
}
const withServer = (sendMail: (mail: OwnMail) => Promise<void>): ProviderPorts => ({ ...plainPorts, sendMail })
const failing = (fields: object) => withServer(() => Promise.reject(Object.assign(new Error('no'), fields)))

it("hands the mail to the installation's own server, as its own sender", async () => {
  const mails: OwnMail[] = []
  expect(
    await novuEmail.send(
      {},
      message,
      withServer(async (mail) => void mails.push(mail)),
    ),
  ).toEqual({})
  expect(mails).toEqual([
    {
      to: ['ana@example.com'],
      subject: 'Olá',
      html: '<p>Olá</p>',
      text: 'Olá',
      replyTo: 'reply@example.com',
      attachments: [{ filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('a') }],
    },
  ])
})

it('is nothing for anybody else', async () => {
  expect(await failureOf(novuEmail.send({}, message, plainPorts))).toMatchObject({ kind: 'refused' })
  expect(await failureOf(Promise.resolve(novuEmail.check?.({}, plainPorts)))).toMatchObject({ kind: 'refused' })
})

it('knows what was certainly not sent', async () => {
  const kindOf = async (fields: object) => await failureOf(novuEmail.send({}, message, failing(fields)))
  expect(await kindOf({ command: 'CONN', code: 'ESOCKET' })).toMatchObject({ kind: 'unreachable' })
  expect(await kindOf({ responseCode: 550, command: 'RCPT TO' })).toMatchObject({ kind: 'refused', code: '550' })
  expect(await kindOf({ responseCode: 451 })).toMatchObject({ kind: 'refused', retryAfterSeconds: 60 })
  expect(await kindOf({ command: 'DATA', code: 'ETIMEDOUT' })).toMatchObject({ kind: 'unknown' })
})
