import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gateways, openGateways } from '#server/test/gateways.ts'
import { openMailbox } from '#server/test/mailbox.ts'
import { type NotificationWorld, openNotificationWorld, step } from '#server/test/notification-world.ts'

let world: NotificationWorld
let gateways: Gateways
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let hookIdentifier: string
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openNotificationWorld()
  gateways = await openGateways(world)
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
  hookIdentifier = (await gateways.connectMail()).identifier
})
afterAll(async () => {
  await world.close()
  await gateways.close()
  await mailbox.close()
})

let people = 0
const send = async (template: object, payload: object = {}, overrides: object = {}) => {
  const email = `e${++people}@example.com`
  const { name } = await world.createWorkflow([step({ type: 'email', ...template })])
  const person = { subscriberId: `e${people}`, firstName: 'Eva & Co', email }
  const sent = await world.trigger(name, person, { ...payload }, { overrides: { ...overrides } })
  const mailTo = async (address = email) => (await mailbox.mailsTo(world.deps, address))[0]
  return { ...sent, name, email, mailTo }
}
const html = { contentType: 'customHtml', subject: 'Order {{n}}', content: '<p>{{subscriber.firstName}} {{n}}</p>' }

describe('an e-mail', () => {
  it('goes to the subscriber through the mail server of the integration', async () => {
    const { mailTo, transactionId, email } = await send({ ...html, senderName: 'Order desk {{n}}' }, { n: 1 })
    expect(await mailTo()).toMatchObject({
      from: 'Order desk 1 <shop@example.com>',
      to: [email],
      subject: 'Order 1',
      html: expect.stringContaining('<p>Eva &amp; Co 1</p>'),
      text: expect.stringContaining('Eva & Co 1'),
    })
    expect(await world.messages(transactionId)).toMatchObject([{ status: 'sent', subject: 'Order 1', address: email }])
  })

  it('goes where the payload or the overrides of the trigger say, as they say', async () => {
    const byPayload = await send(html, { email: 'payload@example.com' })
    expect(await byPayload.mailTo('payload@example.com')).toMatchObject({ to: ['payload@example.com'] })
    expect(await byPayload.mailTo()).toBeUndefined()
    const overridden = await send(
      html,
      { email: 'payload2@example.com' },
      {
        email: {
          to: ['one@example.com', 'two@example.com'],
          cc: ['copy@example.com'],
          bcc: ['hidden@example.com'],
          from: 'other@example.com',
          senderName: 'Other',
          subject: 'Said otherwise',
          html: '<b>html</b>',
          text: 'plain',
        },
      },
    )
    expect(await overridden.mailTo('hidden@example.com')).toMatchObject({
      to: ['one@example.com', 'two@example.com', 'copy@example.com', 'hidden@example.com'],
      from: 'Other <other@example.com>',
      subject: 'Said otherwise',
      html: expect.stringContaining('<b>html</b>'),
      text: expect.stringContaining('plain'),
    })
    expect(await overridden.mailTo('payload2@example.com')).toBeUndefined()
  })

  it('hands the rest of the overrides to the endpoint that the trigger names, with what it is about', async () => {
    const email = {
      integrationIdentifier: hookIdentifier,
      replyTo: 'reply@example.com',
      headers: { 'X-Order': '7' },
      customData: { a: 1 },
    }
    const { name, transactionId, mailTo } = await send(html, { n: 7 }, { email })
    expect(gateways.mail.calls).toHaveLength(1)
    expect(gateways.mail.calls[0]?.json).toMatchObject({
      replyTo: 'reply@example.com',
      headers: { 'X-Order': '7' },
      customData: { a: 1 },
      payloadDetails: { n: 7 },
      notificationDetails: { transactionId, workflowIdentifier: name, subscriberId: `e${people}` },
    })
    expect(await mailTo()).toBeUndefined()
  })

  it('of the editor is put into the layout that the trigger or the step names, or the default one', async () => {
    const layouts = await Promise.all(
      ['first', 'second', 'standard'].map(async (identifier) => {
        const body = {
          name: identifier,
          identifier,
          content: `<i>${identifier}</i>{{{body}}}`,
          isDefault: identifier === 'standard',
        }
        return (await world.call('POST', '/layouts', body)).body.data._id as string
      }),
    )
    const editor = { subject: 'Hi', content: [{ type: 'text', content: 'Block {{n}}' }] }
    const inLayout = async (template: object, overrides = {}) => {
      const { mailTo } = await send({ ...editor, ...template }, { n: 1 }, overrides)
      const mail = await mailTo()
      expect(mail?.html).toContain('Block 1')
      return /<i>(\w+)<\/i>/.exec(mail?.html ?? '')?.[1]
    }
    expect(await inLayout({})).toBe('standard')
    expect(await inLayout({ layoutId: layouts[0] })).toBe('first')
    expect(await inLayout({ layoutId: layouts[0] }, { layoutIdentifier: 'second' })).toBe('second')
    const { mailTo } = await send(html, { n: 1 })
    expect((await mailTo())?.html).not.toContain('<i>')
  })

  it('with an inbound reply that no domain takes says so, and is sent all the same', async () => {
    const { name } = await world.createWorkflow([step({ type: 'email', ...html }, { replyCallback: { active: true } })])
    const { transactionId } = await world.trigger(name, { subscriberId: 'r', email: 'r@example.com' }, { n: 1 })
    const moments = await world.moments(transactionId)
    expect(moments).toEqual(expect.arrayContaining(['reply_misconfigured', 'message_sent']))
  })
})
