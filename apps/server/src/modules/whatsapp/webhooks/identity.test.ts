import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createChannel, createSignedIn } from '#server/test/factories.ts'
import {
  deliver,
  envelope,
  inboundBody,
  inboundMessage,
  type Line,
  somePhone,
  textContent,
  type Writer,
  whenProcessed,
} from '#server/test/webhooks.ts'
import { type Processor, startProcessor } from './processor.ts'

let t: TestApp
let processor: Processor
let headers: { cookie: string }
let line: Line
let companyId: string

beforeAll(async () => {
  t = await buildTestApp()
  processor = startProcessor(t.deps)
})
afterAll(async () => {
  await processor.stop()
  await t.close()
})
beforeEach(async () => {
  const signedIn = await createSignedIn(t.deps)
  headers = signedIn.headers
  companyId = signedIn.company.id
  line = await connect()
})

const connect = async (wabaId?: string): Promise<Line> => {
  const { account, channel } = await createChannel(t.deps, companyId, wabaId ? { wabaId } : {})
  return { phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId }
}
let counter = 0
const someBsuid = () => `BR.${Date.now()}${++counter}`

const receive = async (...bodies: unknown[]) => {
  await Promise.all(bodies.map((body) => deliver(t.app, t.deps, body)))
  await whenProcessed(t.deps)
}
const write = (from: Writer, text: string, omit = false) => inboundBody(line, from, textContent(text), { omit })
const list = async (query = ''): Promise<ConversationSummary[]> =>
  (await t.app.inject({ url: `/api/v1/conversations${query}`, headers })).json().data
const texts = async (id: string) => {
  const answer = await t.app.inject({ url: `/api/v1/conversations/${id}/messages`, headers })
  return answer
    .json()
    .data.filter((m: { direction: string }) => m.direction !== 'event')
    .map((m: { body: string }) => m.body)
}
const contactCount = async () => {
  const sql = 'select count(*)::int as n from contacts where company_id = $1 and deleted_at is null'
  return (await t.deps.database.pool.query(sql, [companyId])).rows[0].n
}

describe('people known by phone', () => {
  it("are one person with and without Brazil's ninth digit, and are written to as WhatsApp last named them", async () => {
    await receive(write({ phone: '5511987650001' }, 'com nove'))
    await receive(write({ phone: '551187650001' }, 'sem nove'))
    const [conversation, ...others] = await list()
    expect(others).toEqual([])
    expect(conversation?.contact.phone).toBe('+5511987650001')
    const { rows } = await t.deps.database.pool.query('select wa_id from contact_identities where company_id = $1', [
      companyId,
    ])
    expect(rows).toEqual([{ wa_id: '551187650001' }])
  })

  it('are two people when they are landlines that differ by a digit', async () => {
    await receive(write({ phone: '551133334444' }, 'a'), write({ phone: '5511933334444' }, 'b'))
    expect(await list()).toHaveLength(2)
  })

  it('have one contact for all channels of the company, and a conversation for each', async () => {
    const phone = somePhone()
    await receive(write({ phone }, 'a'))
    line = await connect()
    await receive(write({ phone }, 'b'))
    expect(await list()).toHaveLength(2)
    expect(await contactCount()).toBe(1)
  })

  it('keep the name that the team gave when the profile changes', async () => {
    const phone = somePhone()
    await receive(write({ phone, name: 'Perfil' }, 'a'))
    const id = (await list())[0]?.contact.id
    const payload = { version: 1, name: 'Dona Ana' }
    await t.app.inject({ method: 'PATCH', url: `/api/v1/contacts/${id}`, headers, payload })
    await receive(write({ phone, name: 'Outro perfil' }, 'b'))
    const card = (await t.app.inject({ url: `/api/v1/contacts/${id}`, headers })).json()
    expect(card).toMatchObject({ displayName: 'Dona Ana', profileName: 'Outro perfil' })
  })
})

describe('the address book of the phone', () => {
  const sync = (phone: string, name: string, action = 'add') =>
    envelope(
      line,
      { state_sync: [{ type: 'contact', contact: { full_name: name, phone_number: phone }, action }] },
      'smb_app_state_sync',
    )

  it('names people whom the team has not named, and removes no one', async () => {
    const phone = somePhone()
    await receive(write({ phone, name: 'Perfil' }, 'a'))
    await receive(sync(phone, 'Seu Zé'))
    await receive(sync(phone, 'Outro'), sync(phone, 'Outro', 'remove'))
    expect((await list()).map((c) => c.contact.displayName)).toEqual(['Seu Zé'])
  })
})

describe('people known by a business-scoped id only', () => {
  it.each([
    ['omitted', true],
    ['empty', false],
  ])('are people of their own when the phone is %s', async (_word, omit) => {
    const [one, two] = [someBsuid(), someBsuid()]
    await receive(
      write({ bsuid: one, name: 'Um', username: '@um' }, 'a', omit),
      write({ bsuid: two, name: 'Dois' }, 'b', omit),
    )
    await receive(write({ bsuid: one, name: 'Um' }, 'c', omit))
    const conversations = await list()
    expect(conversations.map((c) => [c.contact.displayName, c.contact.phone])).toEqual([
      ['Um', null],
      ['Dois', null],
    ])
    expect(conversations[0]?.unreadCount).toBe(2)
    expect(await list('?search=dois')).toHaveLength(1)
  })

  it('may have it in the place of the phone', async () => {
    const bsuid = someBsuid()
    await receive(write({ bsuid }, 'a'))
    const body = write({ phone: bsuid }, 'b')
    await receive(body)
    const [conversation, ...others] = await list()
    expect(others).toEqual([])
    expect(conversation).toMatchObject({ unreadCount: 2, contact: { phone: null } })
  })

  it('differ between portfolios of one company', async () => {
    const bsuid = someBsuid()
    await receive(write({ bsuid }, 'a'))
    line = await connect()
    await receive(write({ bsuid }, 'b'))
    expect(await contactCount()).toBe(2)
  })
})

describe('people who turn out to be one', () => {
  it('are joined, with one open conversation, when a message names both', async () => {
    const [phone, bsuid] = [somePhone(), someBsuid()]
    await receive(write({ phone, name: 'Ana' }, 'pelo telefone'))
    await receive(write({ bsuid, name: 'Ana' }, 'pelo id'))
    expect(await list()).toHaveLength(2)
    await receive(write({ phone, bsuid, name: 'Ana' }, 'pelos dois'))
    const [conversation, ...others] = await list('?status=all')
    expect(others).toEqual([])
    expect(conversation).toMatchObject({ unreadCount: 3, contact: { phone: `+${phone}` } })
    expect(await texts(conversation?.id ?? '')).toEqual(['pelo telefone', 'pelo id', 'pelos dois'])
    expect(await contactCount()).toBe(1)
    await receive(write({ bsuid }, 'de novo pelo id'))
    expect(await list()).toHaveLength(1)
  })

  it('have said no to marketing when either has, and yes to nothing that neither was asked', async () => {
    const marketing = async () => {
      const [conversation] = await list()
      return (await t.app.inject({ url: `/api/v1/contacts/${conversation?.contact.id}`, headers })).json()
    }
    const note = async (state: 'granted' | 'denied') => {
      const { id, version } = await marketing()
      await t.app.inject({
        method: 'PATCH',
        url: `/api/v1/contacts/${id}`,
        headers,
        payload: { version, marketing: state },
      })
    }
    const [phone, bsuid] = [somePhone(), someBsuid()]
    await receive(write({ phone }, 'a'))
    await note('denied')
    await receive(write({ bsuid }, 'b'))
    await note('granted')
    await receive(write({ phone, bsuid }, 'c'))
    const joined = await marketing()
    expect(joined.marketing).toBe('denied')
    const { rows } = await t.deps.database.pool.query(
      'select state, source from consents where contact_id = $1 order by at desc, id desc limit 1',
      [joined.id],
    )
    expect(rows).toEqual([{ state: 'denied', source: 'merge' }])
    const [other, otherId] = [somePhone(), someBsuid()]
    await receive(write({ phone: other }, 'd'))
    await receive(write({ bsuid: otherId }, 'e'))
    await receive(write({ phone: other, bsuid: otherId }, 'f'))
    expect((await marketing()).marketing).toBe('unknown')
  })

  it('are joined with a contact that another channel knows by phone', async () => {
    const [phone, bsuid] = [somePhone(), someBsuid()]
    await receive(write({ phone }, 'a'))
    line = await connect()
    await receive(write({ bsuid }, 'b'))
    await receive(write({ phone, bsuid }, 'c'))
    const conversations = await list()
    expect(conversations.map((c) => c.unreadCount).sort()).toEqual([1, 2])
    expect(new Set(conversations.map((c) => c.contact.id)).size).toBe(1)
    expect(await contactCount()).toBe(1)
  })

  it('are one in whatever order a burst of their messages comes', async () => {
    const [phone, bsuid] = [somePhone(), someBsuid()]
    const froms: Writer[] = [{ phone }, { bsuid }, { phone, bsuid }, { bsuid }, { phone }]
    await receive(...froms.map((from, i) => write(from, `${i}`)))
    const [conversation, ...others] = await list()
    expect(others).toEqual([])
    expect(conversation?.unreadCount).toBe(5)
    expect(await contactCount()).toBe(1)
  })
})

describe('people who change', () => {
  it('keep their conversation when the business-scoped id is replaced', async () => {
    const [before, after] = [someBsuid(), someBsuid()]
    await receive(write({ bsuid: before }, 'a'))
    await receive(
      envelope(line, { user_id_update: [{ user_id: { previous: before, current: after } }] }, 'user_id_update'),
    )
    await receive(write({ bsuid: after }, 'b'))
    const [conversation, ...others] = await list()
    expect(others).toEqual([])
    expect(conversation?.unreadCount).toBe(2)
  })

  it('keep it when they change their number, also when the new number has written before', async () => {
    const [before, after] = [somePhone(), somePhone()]
    await receive(write({ phone: before, name: 'Ana' }, 'do velho'))
    await receive(write({ phone: after, name: 'Ana' }, 'do novo'))
    const notice = { type: 'system', system: { type: 'user_changed_number', wa_id: after, body: 'changed' } }
    await receive(envelope(line, { messages: [inboundMessage({ phone: before }, notice)] }))
    await receive(write({ phone: after, name: 'Ana' }, 'outra vez'))
    const [conversation, ...others] = await list('?status=all')
    expect(others).toEqual([])
    expect(conversation).toMatchObject({ unreadCount: 3, contact: { phone: `+${after}` } })
    expect(await texts(conversation?.id ?? '')).toEqual(['do velho', 'do novo', null, 'outra vez'])
    expect(await contactCount()).toBe(1)
  })
})
