import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { createSandboxClient } from './control/client.ts'
import { startSandbox } from './sandbox.ts'
import { ana, openWorld, phoneNumberId, token } from './test/world.ts'

const temporaryFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recado-sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it('answers under names of this machine only', async () => {
  const world = await openWorld()
  const { port } = new URL(world.sandbox.url)
  const statusUnder = async (host: string) => {
    const answer = await request(`${world.sandbox.url}/phone`, { headers: { host } })
    await answer.body.dump()
    return answer.statusCode
  }
  expect([await statusUnder(`localhost:${port}`), await statusUnder(`127.0.0.1:${port}`)]).toEqual([200, 200])
  for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example'])
    expect(await statusUnder(host)).toBe(421)
})

const sendMail = (port: number, message: string) =>
  new Promise<void>((resolve, reject) => {
    const steps = [
      'EHLO test',
      'MAIL FROM:<app@aurora.example>',
      'RCPT TO:<ana@aurora.example>',
      'DATA',
      `${message}\r\n.`,
      'QUIT',
    ]
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (data) => {
      if (!/^\d{3} /m.test(data.toString())) return
      const step = steps.shift()
      if (step) socket.write(`${step}\r\n`)
    })
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })

const mail = [
  'From: Aurora <app@aurora.example>',
  'To: ana@aurora.example',
  'Subject: =?utf-8?B?T2zDoSBBbmE=?=',
  'Content-Type: multipart/alternative; boundary=x',
  '',
  '--x',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Bem-vinda',
  '--x',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Bem-vinda</p>',
  '--x--',
].join('\r\n')

it('keeps messages, customers, mails and files over a restart', async () => {
  const stateDir = await temporaryFolder()
  const world = await openWorld({ stateDir })
  await world.client.customer({ phone: ana, name: 'Ana', hidden: 'omitted' })
  const media = { base64: Buffer.from('photo').toString('base64'), mimeType: 'image/jpeg' }
  const sent = await world.client.write({ from: ana, type: 'image', media })
  await sendMail(Number(new URL(world.sandbox.smtpUrl).port), mail)
  await world.sandbox.close()
  const again = await startSandbox({ appSecret: 's', verifyToken: 'v', accessToken: token, stateDir })
  onTestFinished(again.close)
  const client = createSandboxClient(again.url)
  expect(await client.messages()).toMatchObject([{ wamid: sent.wamid, type: 'image' }])
  expect(await client.threads()).toMatchObject([{ customer: { name: 'Ana', hidden: 'omitted' } }])
  expect(await client.mails()).toHaveLength(1)
  const id = (sent.message.image as { id: string }).id
  const file = await request(`${again.url}/sandbox/media/${id}`)
  expect(await file.body.text()).toBe('photo')
})

it('takes mails by SMTP and shows both of their forms', async () => {
  const world = await openWorld()
  await sendMail(Number(new URL(world.sandbox.smtpUrl).port), mail)
  expect(await world.client.mails('ana@aurora.example')).toMatchObject([
    {
      subject: 'Olá Ana',
      from: 'Aurora <app@aurora.example>',
      text: expect.stringContaining('Bem-vinda'),
      html: expect.stringContaining('<p>'),
    },
  ])
  expect(await world.client.mails('bia@aurora.example')).toEqual([])
})

it('forgets the oldest messages when it has too many', async () => {
  const world = await openWorld({ keepMessages: 100 })
  await world.client.burst({ count: 250, customers: 3 })
  const kept = await world.client.messages({ limit: 1000 })
  expect(kept).toHaveLength(100)
  expect(kept.at(-1)).toMatchObject({ message: { text: { body: 'Message 250' } } })
  const threads = await world.client.threads()
  expect(threads.reduce((sum, thread) => sum + thread.count, 0)).toBe(100)
})

it('serves its pages, labelled as a stand-in, and nothing else', async () => {
  const world = await openWorld()
  for (const page of ['/', '/phone', '/mail/', '/chatbot']) {
    const answer = await request(`${world.sandbox.url}${page}`)
    expect(answer.statusCode).toBe(200)
    expect(await answer.body.text()).toContain('stand-in')
  }
  expect((await request(`${world.sandbox.url}/assets/phone.js`)).headers['content-type']).toContain('text/javascript')
  expect((await request(`${world.sandbox.url}/assets/../src/main.ts`)).statusCode).not.toBe(200)
})

it('refuses control calls that another site could make a browser send', async () => {
  const world = await openWorld()
  const answer = await request(`${world.sandbox.url}/sandbox/inbound`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ from: ana, text: 'x', phoneNumberId }),
  })
  expect(answer.statusCode).toBe(415)
})
