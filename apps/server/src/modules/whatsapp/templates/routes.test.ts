import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { parseWebhook } from '#server/lib/whatsapp-cloud/parse-webhook.ts'
import { applyAccountEvents } from '#server/modules/whatsapp/channels/index.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { addMember, createUser, signIn } from '#server/test/factories.ts'
import { openInboxes } from '#server/test/product-notifications.ts'
import {
  createConversation,
  eventually,
  findMessage,
  startWhatsappWorld,
  type WhatsappWorld,
  wabaId,
} from '#server/test/whatsapp-world.ts'
import { changeMany } from './actions/many.ts'
import { saveTemplates } from './index.ts'
import { countTemplatesJob } from './jobs.ts'

let world: WhatsappWorld
let home: Awaited<ReturnType<WhatsappWorld['company']>>

beforeAll(async () => {
  world = await startWhatsappWorld({}, { reviewMs: 20 })
})
beforeEach(async () => {
  await world.forgetSends()
  home = await world.company()
})
afterAll(() => world.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, path: string, payload?: object, headers: Record<string, string> = home.headers) =>
  world.app.inject({
    method,
    url: `/api/v1${path}`,
    headers,
    ...(payload || method === 'POST' ? { payload: payload ?? {} } : {}),
  })

const content = (text = 'Olá {{1}}, seu pedido chega amanhã cedo.'): TemplateContent => ({
  category: 'UTILITY',
  parameterFormat: 'POSITIONAL',
  ttlSeconds: null,
  components: [{ type: 'BODY', text, example: { body_text: [['Ana']] } }],
})

let made = 0
const freshName = (word = 'order_update') => `${word}_${Date.now()}_${made++}`
const create = async (name = freshName(), given = content(), language = 'pt_BR') => {
  const answer = await call('POST', '/templates', { accountId: home.account.id, name, language, content: given })
  expect(answer.json()).toMatchObject({ id: expect.any(String) })
  return (answer.json() as { id: string }).id
}
const read = async (id: string) => (await call('GET', `/templates/${id}`)).json() as TemplateDetail
const submit = async (id: string) => {
  const { version } = await read(id)
  return call('POST', `/templates/${id}/submissions`, { version })
}

const hear = (field: string, value: object) =>
  applyAccountEvents(
    systemCtx(world.deps, 'test'),
    parseWebhook(
      Buffer.from(
        JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: wabaId, changes: [{ field, value }] }] }),
      ),
    ),
  )
const hearStatus = (name: string, event: string, more: object = {}) =>
  hear('message_template_status_update', {
    event,
    message_template_name: name,
    message_template_language: 'pt_BR',
    reason: 'NONE',
    ...more,
  })
const pull = () => call('POST', '/template-syncs', { accountId: home.account.id })

/** A template that Meta has approved. */
const approved = async (name = freshName(), given = content()) => {
  const id = await create(name, given)
  expect((await submit(id)).statusCode).toBe(200)
  await eventually(async () => {
    await pull()
    return (await read(id)).status === 'APPROVED'
  })
  return { id, name }
}

describe('writing', () => {
  test('a draft is saved over the version that was read, and over no other', async () => {
    const id = await create()
    const first = await call('PUT', `/templates/${id}/draft`, {
      version: 1,
      content: content('Olá {{1}}, tudo certo com o pedido.'),
    })
    expect(first.json()).toEqual({ version: 2 })
    const late = await call('PUT', `/templates/${id}/draft`, {
      version: 1,
      content: content('Outro texto qualquer aqui.'),
    })
    expect(late.json()).toMatchObject({ code: 'conflict', data: { version: 2 } })
    expect((await read(id)).draft).toEqual(content('Olá {{1}}, tudo certo com o pedido.'))
  })

  test('a name has each language once and one category', async () => {
    const name = freshName()
    await create(name)
    const again = { accountId: home.account.id, name, language: 'pt_BR', content: content() }
    expect((await call('POST', '/templates', again)).json()).toMatchObject({ code: 'duplicate' })
    const other = { ...again, language: 'en_US', content: { ...content(), category: 'MARKETING' } }
    expect((await call('POST', '/templates', other)).json()).toMatchObject({
      code: 'template_category_fixed',
      data: { category: 'UTILITY' },
    })
  })

  test('bad input names the field and makes nothing', async () => {
    const bad = { accountId: home.account.id, name: 'Not A Name', language: 'portuguese', content: content() }
    const answer = await call('POST', '/templates', bad)
    expect(answer.statusCode).toBe(422)
    expect(
      answer
        .json()
        .errors.map(({ path }: { path: string }) => path)
        .sort(),
    ).toEqual(['language', 'name'])
    const { data } = (await call('GET', '/templates?status=DRAFT')).json()
    expect(data).toEqual([])
  })

  test('what Meta would refuse is refused with its place before Meta is asked', async () => {
    const id = await create(freshName(), content('{{1}} chegou'))
    const answer = await submit(id)
    expect(answer.json()).toMatchObject({ code: 'template_invalid' })
    expect(answer.json().errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)).toEqual([
      'body.text variable_edge',
      'body.text variable_ratio',
    ])
    expect(await read(id)).toMatchObject({ status: 'DRAFT', live: null })
  })

  test('a draft keeps whatever submitting refuses, and says at the submission what is left', async () => {
    const unfinished = {
      category: 'MARKETING',
      parameterFormat: 'POSITIONAL',
      ttlSeconds: 60,
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        {
          type: 'LIMITED_TIME_OFFER',
          limited_time_offer: { text: 'Far more than sixteen letters', has_expiration: true },
        },
        { type: 'BODY', text: `{{3}} ${'a'.repeat(1200)}` },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'COPY_CODE', example: '' },
            { type: 'URL', text: '', url: 'shop' },
          ],
        },
      ],
    } satisfies TemplateContent
    const id = await create(freshName(), { ...content(), category: 'MARKETING' })
    const saved = await call('PUT', `/templates/${id}/draft`, { version: 1, content: unfinished })
    expect(saved.json()).toEqual({ version: 2 })
    expect((await read(id)).draft).toEqual(unfinished)
    const refused = (await submit(id)).json()
    expect(refused.code).toBe('template_invalid')
    expect(refused.errors.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining([
        'header.sample',
        'offer.text',
        'body.text',
        'buttons.0.example',
        'buttons.1.url',
        'ttlSeconds',
      ]),
    )
    expect((await read(id)).draft).toEqual(unfinished)
  })

  test('the preview knows from whom customers see it come', async () => {
    const { business } = await read(await create())
    expect(business).toEqual({ name: home.channel.name, photoUrl: null })
  })

  test('only who may write does', async () => {
    const reader = await createUser(world.deps)
    await addMember(world.deps, home.company.id, reader.id, { role: 'member' })
    const headers = await signIn(world.deps, reader.id, home.company.id)
    const id = await create()
    expect((await call('GET', `/templates/${id}`, undefined, headers)).statusCode).toBe(200)
    expect((await call('PUT', `/templates/${id}/draft`, { version: 1, content: content() }, headers)).statusCode).toBe(
      403,
    )
  })
})

describe('submitting', () => {
  test('a draft becomes pending, then approved; a second try changes nothing', async () => {
    const { id, name } = await approved()
    const again = await call('POST', `/templates/${id}/submissions`, { version: (await read(id)).version })
    expect(again.json()).toMatchObject({ code: 'state_invalid' })
    expect(await read(id)).toMatchObject({ name, status: 'APPROVED', draft: null, live: content() })
    const versions = (await call('GET', `/templates/${id}/versions`)).json().data
    expect(versions).toMatchObject([{ number: 1, status: 'APPROVED', author: home.user.name }])
  })

  test('two at once make one template at Meta', async () => {
    const id = await create()
    const answers = await Promise.all([submit(id), submit(id), submit(id)])
    expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true)
    const { name } = await read(id)
    const { templates: all } = (await world.control.state()) as { templates: { name: string }[] }
    expect(all.filter((one) => one.name === name)).toHaveLength(1)
  })

  test('a rejection comes with its reason, and the template can be corrected', async () => {
    const inboxes = await openInboxes(world)
    const author = await createUser(world.deps)
    await addMember(world.deps, home.company.id, author.id, { role: 'member', grants: ['templates.write'] })
    await inboxes.refresh()
    const headers = await signIn(world.deps, author.id, home.company.id)
    const name = freshName()
    const body = {
      accountId: home.account.id,
      name,
      language: 'pt_BR',
      content: content('Olá {{1}}, você ganhou na loteria hoje mesmo.'),
    }
    const { id } = (await call('POST', '/templates', body, headers)).json() as { id: string }
    await submit(id)
    await eventually(async () => {
      await pull()
      return (await read(id)).status === 'REJECTED'
    })
    expect(await read(id)).toMatchObject({ rejectedReason: 'SCAM' })
    const url = `/integrations/whatsapp/templates/${id}?company=${home.company.id}`
    expect(await inboxes.inboxOf(author.id)).toMatchObject([
      { templateIdentifier: 'template.rejected', cta: { data: { url } } },
    ])
    expect((await inboxes.inboxOf(author.id))[0]?.content).toMatch(/looks like a scam/)
    const { version } = await read(id)
    await call('PUT', `/templates/${id}/draft`, { version, content: content() })
    await submit(id)
    await eventually(async () => {
      await pull()
      return (await read(id)).status === 'APPROVED'
    })
  })

  test('a submission without an answer is looked up, and never given twice', async () => {
    const id = await create()
    const { name } = await read(id)
    await world.deps.database.db.update(templates).set({ status: 'UNKNOWN' }).where(eq(templates.id, id))
    const node = {
      id: '1234567890',
      name,
      language: 'pt_BR',
      status: 'PENDING',
      category: 'UTILITY',
      components: content().components,
    }
    const ctx = systemCtx(world.deps, 'test')
    await saveTemplates(ctx, home.company.id, home.account.id, [node])
    expect(await read(id)).toMatchObject({ status: 'PENDING', draft: null, live: content() })

    const lost = await create()
    await world.deps.database.db.update(templates).set({ status: 'UNKNOWN' }).where(eq(templates.id, lost))
    await pull()
    expect(await read(lost)).toMatchObject({ status: 'DRAFT', draft: content() })
  })

  test('an approved one is edited once a day, and its category stays', async () => {
    const { id } = await approved()
    const change = async (text: string, category: TemplateContent['category'] = 'UTILITY') => {
      const { version } = await read(id)
      await call('PUT', `/templates/${id}/draft`, { version, content: { ...content(text), category } })
      return submit(id)
    }
    expect((await change('Olá {{1}}, seu pedido mudou um pouco.', 'MARKETING')).json()).toMatchObject({
      code: 'template_invalid',
      errors: [{ path: 'category' }],
    })
    expect((await change('Olá {{1}}, seu pedido mudou um pouco.')).statusCode).toBe(200)
    await eventually(async () => {
      await pull()
      return (await read(id)).status === 'APPROVED'
    })
    expect(await read(id)).toMatchObject({ editing: { allowed: false, reason: 'day', leftInMonth: 9 } })
    expect((await change('Olá {{1}}, seu pedido mudou de novo.')).json()).toMatchObject({ code: 'template_edit_limit' })
    expect(await read(id)).toMatchObject({ draft: content('Olá {{1}}, seu pedido mudou de novo.') })
    expect((await call('DELETE', `/templates/${id}/draft`)).statusCode).toBe(204)
    expect(await read(id)).toMatchObject({ draft: null })
  })

  test('a picture is uploaded as a sample, by its content', async () => {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2a9d8f' } })
      .png()
      .toBuffer()
    const upload = (bytes: Buffer) => {
      const head =
        '--part\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n'
      return world.app.inject({
        method: 'POST',
        url: '/api/v1/template-media',
        headers: {
          cookie: `XSRF-TOKEN=same; ${home.headers.cookie}`,
          'x-xsrf-token': 'same',
          'content-type': 'multipart/form-data; boundary=part',
        },
        payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--part--\r\n')]),
      })
    }
    expect((await upload(Buffer.from('no picture'))).json()).toMatchObject({ code: 'file_type_refused' })
    const sample = (await upload(picture)).json()
    expect(sample).toMatchObject({ kind: 'image', mime: 'image/png' })
    const header = { type: 'HEADER', format: 'IMAGE', example: { header_handle: [`file:${sample.fileId}`] } }
    const { id } = await approved(freshName(), { ...content(), components: [header, ...content().components] })
    expect(await read(id)).toMatchObject({
      live: { components: [header, {}] },
      files: { [sample.fileId]: { name: 'a.pdf' } },
    })
    const foreign = await world.company()
    const stolen = {
      accountId: foreign.account.id,
      name: freshName(),
      language: 'pt_BR',
      content: { ...content(), components: [header] },
    }
    expect((await call('POST', '/templates', stolen, foreign.headers)).json()).toMatchObject({
      code: 'validation_failed',
    })
  })

  test('a revoked token is told in our words, and the draft stays', async () => {
    const id = await create()
    const other = await world.company({ accessToken: 'EAA-this-token-was-taken-back-by-its-owner' })
    const given = { accountId: other.account.id, name: freshName(), language: 'pt_BR', content: content() }
    const made = (await call('POST', '/templates', given, other.headers)).json() as { id: string }
    const answer = await call('POST', `/templates/${made.id}/submissions`, { version: 1 }, other.headers)
    expect(answer.json()).toMatchObject({ code: 'provider_error', data: { provider: { code: 190, class: 'auth' } } })
    const after = (await call('GET', `/templates/${made.id}`, undefined, other.headers)).json()
    expect(after).toMatchObject({ status: 'DRAFT', draft: content() })
    expect((await call('GET', `/templates/${id}`, undefined, other.headers)).statusCode).toBe(404)
  })
})

describe('what Meta does automatically', () => {
  test('paused: refused at once, also what waits; the admins hear; approved works again', async () => {
    const inboxes = await openInboxes(world)
    const colleague = await createUser(world.deps)
    await addMember(world.deps, home.company.id, colleague.id)
    await inboxes.refresh()
    const { id, name } = await approved()
    const conversation = await createConversation(world.deps, home.channel)
    const draft = () => ({
      type: 'template',
      clientKey: crypto.randomUUID(),
      template: { name, language: 'pt_BR', values: { 'body.1': 'Ana' } },
    })
    const send = () => call('POST', `/conversations/${conversation.id}/messages`, draft())
    const waiting = (await send()).json() as { id: string }
    await hearStatus(name, 'PAUSED', { other_info: { title: 'FIRST_PAUSE' } })
    expect((await send()).json()).toMatchObject({ code: 'template_not_sendable', data: { status: 'PAUSED' } })
    const pausedUntil = Date.parse((await read(id)).pausedUntil ?? '')
    expect(Math.round((pausedUntil - Date.now()) / 3_600_000)).toBe(3)
    const sender = startSender(world.deps, { sweepMs: 20 })
    try {
      const failed = await eventually(async () => {
        const message = await findMessage(world.deps, home.company.id, waiting.id)
        return message?.status === 'failed' && message
      })
      // It was never tried: Meta gives each refusal a trace.
      expect(failed).toMatchObject({ errorCode: 132015, errorDetails: 'template_paused', errorTrace: null })
      expect((await inboxes.inboxOf(colleague.id)).map((one) => one.templateIdentifier)).toContain('template.paused')
      await hearStatus(name, 'APPROVED')
      const sent = (await send()).json() as { id: string }
      await eventually(async () =>
        ['accepted', 'sent', 'delivered', 'read'].includes(
          (await findMessage(world.deps, home.company.id, sent.id))?.status ?? '',
        ),
      )
    } finally {
      await sender.stop()
    }
  })

  test('a change of category is told with what it was', async () => {
    const inboxes = await openInboxes(world)
    const { name, id } = await approved()
    await hear('template_category_update', {
      message_template_name: name,
      message_template_language: 'pt_BR',
      previous_category: 'UTILITY',
      new_category: 'MARKETING',
    })
    expect(await read(id)).toMatchObject({ category: 'MARKETING' })
    const contents = (await inboxes.inboxOf(home.user.id)).map((one) => one.content)
    expect(contents.join()).toMatch(
      /from Utility to Marketing: a message in Brazil now costs R\$0\.3344 instead of R\$0\.0364/,
    )
    expect(await read(id)).toMatchObject({ recategorised: { before: 'UTILITY' } })
    const prices = (await call('GET', '/template-prices')).json().data as { category: string; price: number }[]
    expect(prices.map(({ category, price }) => [category, price])).toEqual([
      ['MARKETING', 0.334375],
      ['UTILITY', 0.03638],
      ['AUTHENTICATION', 0.03638],
    ])
  })

  test.each([
    ['disabled', 'template.disabled', (name: string) => hearStatus(name, 'DISABLED')],
    [
      'low quality',
      'template.quality_low',
      (name: string) =>
        hear('message_template_quality_update', {
          message_template_name: name,
          message_template_language: 'pt_BR',
          previous_quality_score: 'GREEN',
          new_quality_score: 'YELLOW',
        }),
    ],
    ['approved', 'template.approved', async () => undefined],
  ])('%s: the admins are told', async (_, workflow, happen) => {
    const inboxes = await openInboxes(world)
    const colleague = await createUser(world.deps)
    await addMember(world.deps, home.company.id, colleague.id)
    await inboxes.refresh()
    const { name } = await approved()
    await happen(name)
    await eventually(async () => (await inboxes.jobsOf(colleague.id, workflow)).length > 0)
  })

  test('what was made elsewhere comes in, what is gone goes, drafts stay', async () => {
    const draftId = await create()
    await pull()
    const { data } = (await call('GET', '/templates')).json()
    const outside = data.find(({ name }: { name: string }) => name === 'order_ready')
    expect(outside).toMatchObject({ source: 'meta', languages: [{ language: 'pt_BR', status: 'APPROVED' }] })
    await saveTemplates(systemCtx(world.deps, 'test'), home.company.id, home.account.id, [])
    expect((await call('GET', `/templates/${outside.languages[0].id}`)).statusCode).toBe(404)
    expect((await read(draftId)).status).toBe('DRAFT')
  })
})

describe('the list', () => {
  test('nests languages, filters, searches and pages by name', async () => {
    const names = ['aaa', 'bbb', 'ccc'].map((word) => freshName(word))
    for (const name of names) await create(name)
    await create(names[0], content('Hi {{1}}, your parcel comes tomorrow.'), 'en_US')
    const list = async (query: string) => (await call('GET', `/templates?status=DRAFT&${query}`)).json()
    const first = await list('limit=2')
    expect(
      first.data.map(({ name, languages }: { name: string; languages: unknown[] }) => [name, languages.length]),
    ).toEqual([
      [names[0], 2],
      [names[1], 1],
    ])
    const second = await list(`limit=2&cursor=${first.page.next}`)
    expect(second.data.map(({ name }: { name: string }) => name)).toEqual([names[2]])
    expect(second.page).toEqual({ next: null, has_more: false })
    expect((await list('search=parcel')).data).toMatchObject([{ name: names[0] }])
    expect((await list('language=en_US')).data).toHaveLength(1)
    expect((await list('media=yes')).data).toEqual([])
    expect((await list('used=yes')).data).toEqual([])
    expect((await list('used=no')).data).toHaveLength(3)
  })

  test('an archived name is neither listed nor offered to be sent', async () => {
    const { id, name } = await approved()
    await call('PUT', `/templates/${id}/archive`, { archived: true })
    const names = async (query = '') =>
      ((await call('GET', `/templates${query}`)).json().data as { name: string }[]).map((group) => group.name)
    expect(await names()).not.toContain(name)
    expect(await names('?status=ARCHIVED')).toContain(name)
    const offered = (await call('GET', `/channels/${home.channel.id}/templates`)).json().data
    expect(offered.map((one: { name: string }) => one.name)).not.toContain(name)
  })
})

describe('the rest of its life', () => {
  test('a deleted name is locked for 30 days', async () => {
    const { id, name } = await approved()
    expect((await call('DELETE', `/templates/${id}?scope=name`)).statusCode).toBe(204)
    const again = { accountId: home.account.id, name, language: 'pt_BR', content: content() }
    expect((await call('POST', '/templates', again)).json()).toMatchObject({
      code: 'template_name_locked',
      data: { until: expect.any(String) },
    })
    const { templates: all } = (await world.control.state()) as { templates: { name: string }[] }
    expect(all.map((one) => one.name)).not.toContain(name)
  })

  test('it travels as JSON, and rows with errors make nothing', async () => {
    const id = await create()
    const { templates: exported } = (await call('GET', `/template-exports?ids=${id}`)).json()
    expect(exported).toMatchObject([{ language: 'pt_BR', category: 'UTILITY' }])
    const rows = [{ ...exported[0], name: freshName() }, exported[0], { ...exported[0], name: 'BAD' }, 7]
    const answer = (await call('POST', '/template-imports', { accountId: home.account.id, templates: rows })).json()
    expect(answer.created).toMatchObject([{ row: 0 }])
    expect(answer.errors.map(({ row, code }: { row: number; code: string }) => [row, code])).toEqual([
      [1, 'duplicate'],
      [2, 'invalid_format'],
      [3, 'invalid_type'],
    ])
  })

  test('a copy goes to another language', async () => {
    const { id } = await approved()
    const copy = (await call('POST', `/templates/${id}/copies`, { language: 'en_US' })).json() as { id: string }
    expect(await read(copy.id)).toMatchObject({
      language: 'en_US',
      status: 'DRAFT',
      draft: content(),
      siblings: [{ language: 'pt_BR' }],
    })
  })

  test('a test goes to a phone, five an hour', async () => {
    const { id } = await approved()
    const body = { channelId: home.channel.id, phone: '+5581988887766', values: { 'body.1': 'Ana' } }
    const wrong = await call('POST', `/templates/${id}/tests`, { ...body, values: {} })
    expect(wrong.json().code).toBe('template_parameters_invalid')
    const { db } = world.deps.database
    expect(await db.$count(conversations, eq(conversations.companyId, home.company.id))).toBe(0)
    for (let sent = 0; sent < 5; sent++)
      expect((await call('POST', `/templates/${id}/tests`, body)).statusCode).toBe(201)
    expect((await call('POST', `/templates/${id}/tests`, body)).json()).toMatchObject({ code: 'rate_limited' })
  })

  test('Meta counts once it is told to, and both counts are read every night', async () => {
    const { id, name } = await approved()
    expect((await call('GET', `/templates/${id}/analytics`)).json()).toMatchObject({ enabled: false, days: [] })
    expect((await call('POST', `/templates/${id}/analytics`)).json()).toEqual({ days: 0 })
    expect((await call('GET', `/templates/${id}/analytics`)).json()).toMatchObject({ enabled: false })
    expect((await call('POST', `/templates/${id}/analytics`, { enable: true })).json()).toEqual({ days: 0 })
    const conversation = await createConversation(world.deps, home.channel)
    const template = { name, language: 'pt_BR', values: { 'body.1': 'Ana' } }
    const sender = startSender(world.deps, { sweepMs: 20 })
    try {
      const sent = await call('POST', `/conversations/${conversation.id}/messages`, {
        type: 'template',
        clientKey: crypto.randomUUID(),
        template,
      })
      await eventually(async () => {
        const message = await findMessage(world.deps, home.company.id, sent.json().id)
        return message?.status === 'accepted' || message?.sentAt
      })
    } finally {
      await sender.stop()
    }
    const night = () =>
      countTemplatesJob.run(
        world.deps,
        { companyId: home.company.id, accountId: home.account.id },
        { id: 'night', companyId: home.company.id, attempt: 1, signal: new AbortController().signal },
      )
    await night()
    await night()
    const counted = (await call('GET', `/templates/${id}/analytics`)).json()
    expect(counted).toMatchObject({
      enabled: true,
      total: { sent: 1 },
      own: { sent: 1, failed: 0 },
      days: [{ sent: 1, own: { sent: 1 } }],
      countedAt: expect.any(String),
    })
    const { data } = (await call('GET', `/templates?search=${name}`)).json()
    expect(data).toMatchObject([{ name, figures: { sent: 1 } }])
  })

  test('ready texts come from Meta', async () => {
    const { data } = (await call('GET', `/template-library?accountId=${home.account.id}&language=pt_BR`)).json()
    expect(data).toMatchObject([{ name: 'delivery_update_1', params: ['Ana', 'A-19'] }])
  })
})

describe('many at once', () => {
  const change = (body: object, headers?: Record<string, string>) => call('POST', '/template-changes', body, headers)

  test('in the background is done with the rights that the person has then', async () => {
    const id = await create()
    const plain = await createUser(world.deps)
    await addMember(world.deps, home.company.id, plain.id, { role: 'member' })
    const company = { ...home.company, timezone: 'UTC', member: { role: 'member' as const, grants: [] } }
    const actor = { kind: 'user' as const, userId: plain.id, name: plain.name, email: plain.email, sessionId: '' }
    const ctx = {
      ...systemCtx(world.deps, 'test'),
      actor: { ...actor, role: 'customer' as const, waOperator: false, impersonatorId: null },
      company: { ...company, member: { ...company.member, visibility: 'all' as const } },
    }
    const ofCompany = await changeMany.start(ctx, { scope: 'company', action: 'archive', ids: [id] })
    const ofOperator = await changeMany.start(ctx, { scope: 'operator', action: 'archive', ids: [id] })
    await world.deps.database.pool.query(
      'insert into operator_channels (user_id, channel_id, assigned_by) select $1, id, $1 from channels where company_id = $2',
      [plain.id, home.company.id],
    )
    await world.deps.jobs.drain(world.deps)
    const { rows } = await world.deps.database.pool.query(
      'select status, error from background_tasks where id = any($1)',
      [[ofCompany, ofOperator]],
    )
    expect(rows).toEqual([
      { status: 'failed', error: 'forbidden' },
      { status: 'failed', error: 'forbidden' },
    ])
    expect(await read(id)).toMatchObject({ archived: false })
  })

  test('archives, brings back and deletes names with all their languages, and says what it could not', async () => {
    const names = ['many_a', 'many_b'].map((word) => freshName(word))
    const ids = [await create(names[0]), await create(names[1])]
    await create(names[0], content('Hi {{1}}, your parcel comes tomorrow.'), 'en_US')
    const stranger = crypto.randomUUID()
    const selection = { ids: [...ids, stranger] }
    expect((await change({ action: 'archive', selection })).json()).toEqual({
      done: 2,
      skipped: [{ id: stranger, label: '', code: 'not_found' }],
    })
    const archived = { filter: { status: 'ARCHIVED' }, expected: 2 }
    expect((await change({ action: 'restore', selection: { ...archived, expected: 7 } })).json()).toMatchObject({
      code: 'conflict',
      data: { count: 2 },
    })
    expect((await call('GET', '/templates?status=ARCHIVED&count=exact')).json().page).toMatchObject({ total: 2 })
    expect((await change({ action: 'restore', selection: archived })).json()).toEqual({ done: 2, skipped: [] })
    const bad = { filter: { category: 'NEWS' }, expected: 1 }
    expect((await change({ action: 'archive', selection: bad })).json()).toMatchObject({ code: 'validation_failed' })
    const { templates: exported } = (await call('POST', '/template-exports', { selection: { ids } })).json()
    expect(exported.map(({ name, language }: { name: string; language: string }) => `${name} ${language}`)).toEqual([
      `${names[0]} en_US`,
      `${names[0]} pt_BR`,
      `${names[1]} pt_BR`,
    ])
    await world.deps.database.pool.query("update templates set status = 'DISABLED' where id = $1", [ids[1]])
    const gone = (await change({ action: 'delete', selection: { ids } })).json()
    expect(gone).toEqual({ done: 1, skipped: [{ id: ids[1], label: names[1], code: 'state_invalid' }] })
    expect((await change({ action: 'delete', selection: { ids: [ids[0]] } })).statusCode).toBe(404)
  })

  test('only within the company, and only by who may write', async () => {
    const { id } = await approved()
    const other = await world.company()
    const deletion = { action: 'delete', selection: { ids: [id] } }
    expect((await change(deletion, other.headers)).statusCode).toBe(404)
    const reader = await createUser(world.deps)
    await addMember(world.deps, home.company.id, reader.id, { role: 'member' })
    expect((await change(deletion, await signIn(world.deps, reader.id, home.company.id))).statusCode).toBe(403)
    expect((await read(id)).id).toBe(id)
  })
})

test('addresses of buttons are called as anybody would, and never inside', async () => {
  const verdictsOf = async (urls: string[]) =>
    ((await call('POST', '/template-links', { urls })).json().data as { verdict: string }[]).map(
      ({ verdict }) => verdict,
    )
  const { url } = world.sandbox
  const gone = `${url}/sandbox/nowhere`
  expect(await verdictsOf([url, gone, 'http://10.1.2.3/', 'http://127.0.0.1:9/'])).toEqual([
    'reachable',
    'refused',
    'forbidden',
    'unreachable',
  ])
})

describe('operators', () => {
  test('see the templates of the numbers they were given, and no others', async () => {
    const { id } = await approved()
    const operator = await world.company()
    const see = (headers: Record<string, string>) => call('GET', `/operator/templates/${id}`, undefined, headers)
    expect((await see(operator.headers)).statusCode).toBe(403)
    await world.deps.database.pool.query('update users set wa_operator = true where id = $1', [operator.user.id])
    expect((await see(operator.headers)).statusCode).toBe(404)
    await world.deps.database.pool.query(
      'insert into operator_channels (user_id, channel_id, assigned_by) values ($1, $2, $1)',
      [operator.user.id, home.channel.id],
    )
    expect((await see(operator.headers)).json()).toMatchObject({ id, companyId: home.company.id })
    const { data } = (await call('GET', '/operator/template-accounts', undefined, operator.headers)).json()
    expect(data).toMatchObject([{ id: home.account.id, companyId: home.company.id }])
    const change = (selection: object) =>
      call('POST', '/operator/template-changes', { action: 'archive', selection }, operator.headers)
    expect((await change({ ids: [id] })).json()).toEqual({ done: 1, skipped: [] })
    expect(await read(id)).toMatchObject({ archived: true })
    const made = await call(
      'POST',
      '/operator/template-imports',
      { accountId: home.account.id, templates: [{ ...content(), name: freshName(), language: 'pt_BR' }] },
      operator.headers,
    )
    expect(made.json()).toMatchObject({ created: [{ row: 0 }], errors: [] })
    const trail = await world.deps.database.pool.query(
      "select company_id, actor_id from audit_logs where action = 'template.archived' and target_id = $1",
      [id],
    )
    expect(trail.rows).toEqual([{ company_id: home.company.id, actor_id: operator.user.id }])
    const { pool } = world.deps.database
    await pool.query("update companies set status = 'suspended' where id = $1", [home.company.id])
    expect((await change({ ids: [id] })).json()).toMatchObject({
      done: 0,
      skipped: [{ id, code: 'company_suspended' }],
    })
    await pool.query('delete from operator_channels where user_id = $1', [operator.user.id])
    expect((await change({ ids: [id] })).statusCode).toBe(404)
  })
})
