import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { createMailer, isRefused } from './mailer.ts'

/** An SMTP server that answers to whom a mail goes with `reply`. */
const listen = async (reply: string) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 ready\r\n')
    socket.on('data', (data) => socket.write(data.toString().startsWith('RCPT') ? `${reply}\r\n` : '250 ok\r\n'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it.each([
  ['550 5.1.1 no such mailbox', true],
  ['451 4.7.1 try again later', false],
])('tells a refusal for good from one for now: %s', async (reply, expected) => {
  const { server, url } = await listen(reply)
  const mailer = createMailer({ smtpUrl: url, from: 'a@example.com' })
  const error = await mailer.send({ to: 'b@example.com', subject: 'x', html: 'x', text: 'x' }).catch((e: unknown) => e)
  expect(isRefused(error)).toBe(expected)
  mailer.close()
  server.close()
})

it('takes an unreachable server for none of that', async () => {
  const { server, url } = await listen('250 ok')
  server.close()
  const mailer = createMailer({ smtpUrl: url, from: 'a@example.com' })
  const error = await mailer.send({ to: 'b@example.com', subject: 'x', html: 'x', text: 'x' }).catch((e: unknown) => e)
  expect([error instanceof Error, isRefused(error)]).toEqual([true, false])
  mailer.close()
})
