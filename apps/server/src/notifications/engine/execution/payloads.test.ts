import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openMailbox } from '#server/test/mailbox.ts'
import { inApp, type NotificationWorld, openNotificationWorld, step } from '#server/test/notification-world.ts'

let world: NotificationWorld
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let address: string
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openNotificationWorld()
  const { hostname: host, port } = new URL(mailbox.smtpUrl)
  const credentials = {
    host,
    port: Number(port),
    from: 'shop@example.com',
    senderName: 'Shop',
    user: 'u',
    password: 'p',
  }
  await world.connect('email', 'nodemailer', credentials)
  address = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await world.close()
  await mailbox.close()
})

describe('a payload', () => {
  it('is filled with the defaults of all steps', async () => {
    const variables = [
      { name: 'greeting', type: 'String', defaultValue: 'Hi' },
      { name: 'closing.word', type: 'String', defaultValue: 'Bye' },
      { name: 'gift', type: 'Boolean', defaultValue: true },
    ]
    const { name } = await world.createWorkflow([
      step({ type: 'in_app', content: '{{greeting}}', variables: variables.slice(0, 1) }),
      step({ type: 'in_app', content: '{{closing.word}} {{gift}}', variables: variables.slice(1) }),
    ])
    await world.trigger(name, 'ana')
    await world.trigger(name, 'bia', { greeting: 'Oi', closing: { other: 1 }, gift: false })
    expect([await world.inbox('ana'), await world.inbox('bia')]).toEqual([
      ['Hi', 'Bye true'],
      ['Oi', 'Bye false'],
    ])
  })

  it('of twenty megabytes is taken, and one of more is not', async () => {
    const { name } = await world.createWorkflow([inApp('{{n}}')])
    const send = async (megabytes: number) => {
      const frame = JSON.stringify({ name, to: 'caio', payload: { n: 1, filling: '' } })
      const body = frame.replace('"filling":""', `"filling":"${'x'.repeat(megabytes * 1024 * 1024 - frame.length)}"`)
      const headers = { ...world.headers, 'content-type': 'application/json' }
      const answer = await request(`${address}/v1/events/trigger`, { method: 'POST', headers, body })
      const { message } = (await answer.body.json()) as { message?: unknown }
      return { status: answer.statusCode, message }
    }
    expect(await send(20)).toMatchObject({ status: 201 })
    expect(await send(21)).toMatchObject({ status: 413, message: expect.any(String) })
    await world.settle()
    expect(await world.inbox('caio')).toEqual(['1'])
  })

  it('hands its attachments to the mail, and keeps them out of what is stored', async () => {
    const { name } = await world.createWorkflow([
      step({ type: 'email', subject: 'Bill', content: 'See {{n}}', contentType: 'customHtml' }),
    ])
    const file = Buffer.from('%PDF content').toString('base64')
    const attachments = [
      { file, name: 'bill.pdf', mime: 'application/pdf' },
      { file, name: 'mail-only.txt', mime: 'text/plain', channels: ['email'] },
      { file, name: 'chat-only.txt', mime: 'text/plain', channels: ['chat'] },
    ]
    const sent = await world.trigger(name, { subscriberId: 'davi', email: 'davi@example.com' }, { n: 1, attachments })
    expect(await world.statuses(sent.transactionId)).toEqual(['completed'])
    const [mail] = await mailbox.mailsTo(world.deps, 'davi@example.com')
    expect(mail?.attachments).toEqual([
      { fileName: 'bill.pdf', mimeType: 'application/pdf', size: 12 },
      { fileName: 'mail-only.txt', mimeType: 'text/plain', size: 12 },
    ])
    const stored = await world.deps.database.pool.query(
      `select e.payload as event, m.payload as message from notification_events e
       join notification_messages m on m.transaction_id = e.transaction_id where e.transaction_id = $1`,
      [sent.transactionId],
    )
    expect(stored.rows).toEqual([{ event: { n: 1 }, message: { n: 1 } }])
    for (const wrong of [{ name: 'x' }, { file, name: 'x', mime: 'text/plain', channels: { length: 1 } }]) {
      const bad = await world.trigger(name, 'davi', { attachments: [wrong] })
      expect(bad).toMatchObject({ statusCode: 400, message: expect.stringContaining('attachments') })
    }
  })

  it('keeps no files of a trigger that was there before', async () => {
    const { name } = await world.createWorkflow([inApp('{{n}}')])
    const put = vi.spyOn(world.deps.files, 'put')
    const attachments = [{ file: 'aGVsbG8=', name: 'a.txt', mime: 'text/plain' }]
    await world.trigger(name, 'eva', { attachments }, { transactionId: 'twice' })
    await world.trigger(name, 'eva', { attachments }, { transactionId: 'twice' })
    const [first, second] = await Promise.all(put.mock.results.map(({ value }) => value))
    expect(await world.deps.files.size(first.path)).toBe(5)
    await expect(world.deps.files.size(second.path)).rejects.toThrow()
  })
})
