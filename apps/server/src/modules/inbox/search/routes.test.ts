import { randomUUID } from 'node:crypto'
import type { FoundMessage } from '@recado/contracts/shared/search'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { labels } from '#server/db/schema/inbox/labels.ts'
import { messageMedia, messages } from '#server/db/schema/inbox/messages.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createLabel, createTeam } from '#server/test/company-settings.ts'
import {
  addMember,
  createChannel,
  createConversation,
  createSignedIn,
  createUser,
  signIn,
} from '#server/test/factories.ts'

let t: TestApp
let admin: Awaited<ReturnType<typeof createSignedIn>>
let channelId: string

beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  admin = await createSignedIn(t.deps)
  channelId = (await createChannel(t.deps, admin.company.id)).channel.id
})

const db = () => t.deps.database.db
const start = async (name = 'Bia Rocha') => {
  const conversation = await createConversation(t.deps, admin.company.id, { channelId })
  await db().update(contacts).set({ name }).where(eq(contacts.id, conversation.contactId))
  return conversation
}
type Conversation = Awaited<ReturnType<typeof start>>

const say = async (conversation: Conversation, body: string, fields: Partial<typeof messages.$inferInsert> = {}) => {
  const id = randomUUID()
  await db()
    .insert(messages)
    .values({
      companyId: admin.company.id,
      id,
      conversationId: conversation.id,
      channelId,
      contactId: conversation.contactId,
      direction: 'in',
      type: 'text',
      body,
      origin: 'contact',
      status: 'received',
      occurredAt: new Date(),
      ...fields,
    })
  return id
}

const search = async (q: string, rest = '', headers = admin.headers) => {
  const url = `/api/v1/search/messages?q=${encodeURIComponent(q)}${rest}`
  return (await t.app.inject({ method: 'GET', url, headers })).json() as {
    data: FoundMessage[]
    page: { next: string | null; has_more: boolean }
  }
}
const found = async (q: string, rest = '', headers = admin.headers) =>
  (await search(q, rest, headers)).data.map(({ excerpt }) => excerpt.map(({ text }) => text).join(''))

describe('search of messages', () => {
  it('takes in words of any length, and finds what stands beside them', async () => {
    const one = await start()
    for (const length of [2042, 2043, 2046, 2047]) await say(one, `pedido${length} ${'x'.repeat(length)}`)
    await say(one, `pedidoacentuado ${'ção'.repeat(1000)}`)
    await say(one, `endereco https://example.test/${'a%20b/'.repeat(400)}?q=${'y'.repeat(2040)}`)
    for (const q of ['pedido2042', 'pedido2043', 'pedido2046', 'pedido2047', 'pedidoacentuado', 'endereco'])
      expect([q, (await found(q)).length]).toEqual([q, 1])
  })

  it('finds stems of both languages without minding accents, and marks what it found', async () => {
    const one = await start()
    await say(one, 'Meus pedidos não chegaram até amanhã')
    await say(one, 'I am waiting for two invoices')
    for (const q of [
      'pedido',
      'PEDIDOS',
      'amanha',
      'chegaram pedido',
      'invoice',
      'waited',
      'invo',
      '"dois pedidos" invoices',
    ])
      expect([q, (await found(q)).length]).toEqual([q, q.startsWith('"') ? 0 : 1])
    const [hit] = (await search('amanha')).data
    expect(hit?.excerpt.filter((part) => part.hit)).toEqual([{ text: 'amanhã', hit: true }])
    expect(hit?.contact.displayName).toBe('Bia Rocha')
  })

  it('finds words that are rare behind thousands of newer messages, and pages through common ones once', async () => {
    const one = await start()
    await say(one, 'uma palavra rara: ornitorrinco', { occurredAt: new Date(Date.now() - 86_400_000) })
    await db().execute(sql`insert into messages (company_id, id, conversation_id, channel_id, contact_id, direction, type,
        body, origin, status, occurred_at)
      select ${admin.company.id}, gen_random_uuid(), ${one.id}, ${channelId}, ${one.contactId}, 'in', 'text',
        'bom dia ' || i, 'contact', 'received', now() - i * interval '1 second' from generate_series(1, 4000) i`)
    expect(await found('ornitorrinco')).toEqual(['uma palavra rara: ornitorrinco'])
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = await search('dia', `&limit=100${cursor}`)
      seen.push(...page.data.map(({ id }) => id))
      if (!page.page.next || seen.length >= 400) break
      cursor = `&cursor=${page.page.next}`
    }
    expect(new Set(seen).size).toBe(400)
  })

  it('obeys operators', async () => {
    const one = await start('Ana Souza')
    const two = await start('Caio Lima')
    const [vip] = await db()
      .insert(labels)
      .values({ id: randomUUID(), companyId: admin.company.id, name: 'Vip', color: 'red' })
      .returning()
    await db().execute(sql`update conversations set label_ids = array[${vip?.id}::uuid] where id = ${two.id}`)
    await say(one, 'orçamento da Ana', { occurredAt: new Date('2026-10-05T12:00:00Z') })
    await say(two, 'orçamento do Caio')
    await say(two, 'orçamento pronto', { direction: 'out', origin: 'agent', authorId: admin.user.id, status: 'sent' })
    await say(two, 'orçamento interno', { direction: 'note', type: 'note', origin: 'agent', authorId: admin.user.id })
    expect(await found('orcamento from:ana')).toEqual(['orçamento da Ana'])
    expect(await found('orcamento to:caio')).toEqual(['orçamento pronto'])
    expect(await found('orcamento has:note')).toEqual(['orçamento interno'])
    expect((await found('orcamento label:vip')).length).toBe(3)
    expect(await found('orcamento before:2026-10-06')).toEqual(['orçamento da Ana'])
    expect((await found('orcamento after:2026-10-05')).length).toBe(3)
    expect((await found('orcamento', `&conversationId=${one.id}`)).length).toBe(1)
    expect((await found('from:caio')).length).toBe(1)
  })

  it('knows each operator in English and in Portuguese', async () => {
    const [one, two] = [await start('Ana Souza'), await start('Caio Lima')]
    const otherChannel = (await createChannel(t.deps, admin.company.id)).channel.id
    const member = await createUser(t.deps, { name: 'Júlia Reis' })
    await addMember(t.deps, admin.company.id, member.id, { role: 'member' })
    const label = await createLabel(t.deps, admin.company.id, 'Pós-venda')
    const team = await createTeam(t.deps, admin.company.id, [], 'Cobrança')
    await db()
      .update(conversations)
      .set({ labelIds: [label.id], teamId: team.id, assigneeId: member.id, status: 'resolved' })
      .where(eq(conversations.id, two.id))
    await db().update(channels).set({ name: 'Balcão' }).where(eq(channels.id, otherChannel))
    const out = { direction: 'out', origin: 'agent', status: 'sent', authorId: member.id } as const
    await say(one, 'orçamento da Ana', { occurredAt: new Date('2026-10-05T12:00:00Z') })
    await say(two, 'orçamento com foto', { type: 'image', channelId: otherChannel })
    await say(two, 'orçamento pronto', { ...out, type: 'document', occurredAt: new Date('2026-10-20T12:00:00Z') })
    await say(one, 'orçamento interno', { ...out, direction: 'note', type: 'note' })
    const [ana, photo, ready, note] = [
      'orçamento da Ana',
      'orçamento com foto',
      'orçamento pronto',
      'orçamento interno',
    ]
    const cases: [string[], (string | undefined)[]][] = [
      [['from:ana', 'de:ana', 'De:"Ana Souza"'], [ana]],
      [
        ['from:julia', 'de:Júlia'],
        [ready, note],
      ],
      [['to:caio', 'para:caio'], [ready]],
      [
        ['label:pos', 'etiqueta:"pós-venda"'],
        [photo, ready],
      ],
      [
        ['team:cobranca', 'equipe:cobrança'],
        [photo, ready],
      ],
      [
        ['assignee:julia', 'responsavel:julia', 'responsável:"júlia reis"'],
        [photo, ready],
      ],
      [
        ['status:resolved', 'situacao:resolvida', 'situação:Resolvido', 'status:resolvidas'],
        [photo, ready],
      ],
      [
        ['status:open', 'situação:aberta', 'situacao:abertas'],
        [ana, note],
      ],
      [
        ['has:media', 'tem:mídia', 'tem:midia'],
        [photo, ready],
      ],
      [['has:image', 'tem:imagem', 'tem:foto'], [photo]],
      [['has:document', 'tem:documento', 'tem:arquivo'], [ready]],
      [['has:note', 'tem:nota'], [note]],
      [['before:2026-10-06', 'antes:2026-10-06', 'antes:06/10/2026'], [ana]],
      [['after:2026-10-05 before:2026-11-01', 'depois:05/10/2026 antes:01/11/2026'], [ready]],
      [['channel:balcao', 'canal:Balcão', 'numero:balcao', 'número:balcão'], [photo]],
      [['from:julia has:document', 'de:julia tem:documento situação:resolvida'], [ready]],
    ]
    for (const [queries, expected] of cases)
      for (const q of queries) {
        expect([q, (await found(`orcamento ${q}`)).sort()]).toEqual([q, [...expected].sort()])
        expect([q, (await found(q)).sort()]).toEqual([q, [...expected].sort()])
      }
  })

  it('finds files by name', async () => {
    const one = await start()
    const id = await say(one, '', { type: 'document', body: null })
    await db()
      .insert(messageMedia)
      .values({ companyId: admin.company.id, messageId: id, kind: 'document', filename: 'Contrato social.pdf' })
    expect(await found('contrato')).toEqual(['Contrato social.pdf'])
  })

  it('shows members only what they may see', async () => {
    const one = await start()
    await say(one, 'segredo da empresa')
    const limited = await createUser(t.deps)
    await addMember(t.deps, admin.company.id, limited.id, { role: 'member', visibility: 'assigned' })
    const headers = await signIn(t.deps, limited.id, admin.company.id)
    expect(await found('segredo', '', headers)).toEqual([])
    await db().execute(sql`update conversations set assignee_id = ${limited.id} where id = ${one.id}`)
    expect(await found('segredo', '', headers)).toEqual(['segredo da empresa'])
    const stranger = await createSignedIn(t.deps)
    expect(await found('segredo', `&conversationId=${one.id}`, stranger.headers)).toEqual([])
  })

  it('shows nothing of what its sender deleted, nor do lists, quotes and the log', async () => {
    const one = await start()
    const wamid = 'wamid.deleted'
    const id = await say(one, 'segredo apagado', { wamid })
    await say(one, 'sobre isso', { direction: 'out', origin: 'agent', replyToWamid: wamid })
    const last = { lastMessageId: id, lastPreview: 'segredo apagado' }
    await db().update(conversations).set(last).where(eq(conversations.id, one.id))
    const get = async (path: string) => (await t.app.inject({ url: `/api/v1/${path}`, headers: admin.headers })).body
    const shown = async () => {
      const seen: string[] = []
      for (const path of [
        'search/messages?q=segredo',
        'messages?q=segredo',
        'conversations',
        `conversations/${one.id}/messages`,
        `contacts/${one.contactId}/history`,
      ])
        if ((await get(path)).includes('segredo')) seen.push(path.replace(/\/[\w-]{36}/, ''))
      return seen
    }
    expect(await shown()).toHaveLength(5)
    await db().update(messages).set({ revokedAt: new Date() }).where(eq(messages.id, id))
    expect(await shown()).toEqual([])
    expect(JSON.parse(await get('conversations')).data[0].lastType).toBe('revoked')
  })

  it('does not reveal hidden numbers digit by digit', async () => {
    const one = await start()
    const known = { phone: '5581998761234', email: 'bia.rocha@example.test' }
    await db().update(contacts).set(known).where(eq(contacts.id, one.contactId))
    await say(one, 'bom dia')
    const member = await createUser(t.deps)
    await addMember(t.deps, admin.company.id, member.id, { role: 'member' })
    const limited = await signIn(t.deps, member.id, admin.company.id)
    const ways = [
      (q: string) => `conversations?search=${encodeURIComponent(q)}`,
      (q: string) => `messages?contact=${encodeURIComponent(q)}`,
      (q: string) => `search/messages?q=${encodeURIComponent(`from:"${q}" bom`)}`,
    ]
    const finds = async (q: string, headers: { cookie: string }) => {
      const counts: number[] = []
      for (const way of ways)
        counts.push((await t.app.inject({ url: `/api/v1/${way(q)}`, headers })).json().data.length)
      return counts
    }
    for (const q of ['5581998', '98761', '9876-1234', '99876-1234', '34', '8761234', 'bia.rocha@', 'rocha@example'])
      expect([q, await finds(q, admin.headers), await finds(q, limited)]).toEqual([q, [1, 1, 1], [0, 0, 0]])
    const whole = ['5581998761234', '+55 81 99876-1234', '(81) 99876-1234', '81 9876 1234', '081 99876-1234']
    for (const q of [...whole, 'BIA.ROCHA@example.test', 'rócha'])
      expect([q, await finds(q, limited)]).toEqual([q, [1, 1, 1]])
  })

  it('survives whatever people type', async () => {
    for (const q of [
      "'); drop table messages; --",
      '""',
      ':::',
      '& | ! ( )',
      'de não',
      '\\\\',
      '%_',
      'from:"%"',
      '🎉🎉',
    ])
      expect([q, Array.isArray((await search(q)).data)]).toEqual([q, true])
  })
})
