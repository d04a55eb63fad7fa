import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { createSealer } from '#server/lib/seal.ts'
import { foldAll } from '#server/modules/campaigns/delivery/engine.ts'
import { foldFacts } from '#server/modules/campaigns/delivery/queries/counts.ts'
import {
  addressToken,
  deleteOldLinksAcrossCompanies,
  readAddressToken,
  registerLinks,
} from '#server/modules/campaigns/links/index.ts'
import { type CampaignHome, campaignsOf, draft, readCampaign } from '#server/test/campaign-runs.ts'
import {
  createConversation,
  linkComponents,
  startWhatsappWorld,
  type WhatsappWorld,
} from '#server/test/whatsapp-world.ts'
import { type Click, deleteOldClicksAcrossCompanies, eraseClicks } from './queries/clicks.ts'
import { storeClicks } from './record.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1'

let world: WhatsappWorld
beforeAll(async () => {
  world = await startWhatsappWorld()
})
afterAll(() => world.close())

const open = (token: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  world.app.inject({ method, url: `/l/${token}`, headers: { 'user-agent': phone, ...headers } })

/** A campaign that was sent to some people, with a link in it; `tokenOf` is what stands in the message of one of them. */
const sent = async (count: number, target: { url: string; key: null } | { url: null; key: string }) => {
  const campaigns = campaignsOf(world)
  const home = await campaigns.home()
  const people = await campaigns.people(home, count)
  const { id: campaignId } = await draft(home, people)
  const { db } = world.deps.database
  const companyId = home.company.id
  const ids = JSON.stringify(people.map(({ id }) => id))
  await db.execute(sql`
    insert into campaign_recipients (company_id, campaign_id, contact_id, seq, not_before, variant, channel_id, params, message_id)
    select ${companyId}, ${campaignId}, id::uuid, n, now(), 0, ${home.channel.id}, jsonb_build_object('body.2', 'https://shop.example/p/' || n), gen_random_uuid()
    from json_array_elements_text(${ids}::json) with ordinality as t(id, n)`)
  const ctx = { company: { id: companyId }, db } as unknown as Parameters<typeof registerLinks>[0]
  const [token = ''] = await registerLinks(ctx, campaignId, [target])
  return {
    home,
    people,
    campaignId,
    companyId,
    token,
    ctx,
    tokenOf: (seq: number) => addressToken(world.deps, token, seq),
  }
}

const toShop = { url: 'https://shop.example/sale?utm_source=wa', key: null } as const

const countsOf = async (home: CampaignHome, campaignId: string) => {
  await foldAll(world.deps)
  const { links } = (await home.browser.get(`/api/v1/campaigns/${campaignId}/analytics`)).json()
  const { clicked } = (await readCampaign(home.browser, campaignId)).counts
  return { clicked, links }
}

test('a link leads on to the address that was stored, without a trace of where it was', async () => {
  const { tokenOf } = await sent(1, toShop)
  const answer = await open(tokenOf(1))
  expect(answer.statusCode).toBe(302)
  expect(answer.headers).toMatchObject({
    location: toShop.url,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  expect(answer.headers['set-cookie']).toBeUndefined()
})

test('each recipient counts once, each of their clicks is counted', async () => {
  const { home, campaignId, tokenOf } = await sent(3, toShop)
  for (const seq of [1, 1, 2, 1]) await open(tokenOf(seq))
  expect(await countsOf(home, campaignId)).toEqual({
    clicked: 2,
    links: [expect.objectContaining({ url: toShop.url, clicks: 4, people: 2 })],
  })
  const { data } = (await home.browser.get(`/api/v1/campaigns/${campaignId}/recipients?state=clicked`)).json()
  expect(data).toHaveLength(2)
})

test('machines are led on and count nowhere', async () => {
  const { home, campaignId, tokenOf } = await sent(1, toShop)
  for (const [headers, method] of [
    [{ 'user-agent': 'WhatsApp/2.23.20.0' }, 'GET'],
    [{ 'user-agent': 'facebookexternalhit/1.1' }, 'GET'],
    [{ 'user-agent': '' }, 'GET'],
    [{ 'sec-purpose': 'prefetch;prerender' }, 'GET'],
    [{}, 'HEAD'],
  ] as const)
    expect((await open(tokenOf(1), headers, method)).headers.location).toBe(toShop.url)
  expect(await countsOf(home, campaignId)).toEqual({
    clicked: 0,
    links: [expect.objectContaining({ clicks: 0, people: 0 })],
  })
})

test('a test message leads on and counts nowhere', async () => {
  const { home, campaignId, token } = await sent(1, toShop)
  expect((await open(addressToken(world.deps, token, null))).headers.location).toBe(toShop.url)
  expect((await countsOf(home, campaignId)).links).toEqual([expect.objectContaining({ clicks: 0 })])
})

test('a button in a message of the chat leads on to the address that a member gave, and nowhere else', async () => {
  const home = await campaignsOf(world).home()
  const conversation = await createConversation(world.deps, home.channel)
  await world.deps.database.db.insert(templates).values({
    ...{ id: newId(), companyId: home.company.id, waAccountId: home.channel.waAccountId, metaId: newId() },
    ...{ name: 'sale', language: 'pt_BR', category: 'UTILITY', status: 'APPROVED', components: linkComponents },
  })
  const send = (address: string) => {
    const values = { 'body.1': 'nossa loja', 'body.2': 'Bia', 'button.0': address, 'button.1': 'home' }
    const template = { name: 'sale', language: 'pt_BR', values }
    return home.browser.post(`/api/v1/conversations/${conversation.id}/messages`, {
      ...{ type: 'template', clientKey: newId(), template },
    })
  }
  const page = `https://shop.example/p/1?a=1&b=ç#${'x'.repeat(700)}`
  const answer = await send(page)
  expect(answer.statusCode, answer.body).toBe(201)
  const { rows } = await world.deps.database.db.execute<{ url: string; sent: string }>(sql`
    select payload -> 'template' -> 'buttons' -> 0 ->> 'url' as url,
      jsonb_path_query_first(payload, '$.template.components[*] ? (@.type == "button").parameters[0].text') #>> '{}' as sent
    from messages where company_id = ${home.company.id} and type = 'template'`)
  const [{ url = '', sent: token = '' } = {}] = rows
  expect(url).toBe(`http://localhost:5000/l/${token}`)
  expect((await open(token)).headers.location).toBe(new URL(page).href)
  const others = [
    `${Buffer.from('https://evil.example').toString('base64url')}.${token.split('.')[1]}`,
    `${token}a`,
    page,
  ]
  for (const other of others) expect((await open(other)).statusCode).toBe(404)
  const refused = await send('promo')
  const problem = { path: 'template.values.button.0', code: 'address_invalid' }
  expect([refused.statusCode, refused.json().errors]).toMatchObject([422, [problem]])
})

test('no one can make a link of another person, or any of ours', async () => {
  const { home, campaignId, token, tokenOf } = await sent(2, toShop)
  const stranger = { sealer: createSealer('a secret of others of thirty-two characters') }
  const forged = [addressToken(stranger, token, 1), tokenOf(1).slice(1), `${tokenOf(1)}0`, 'x', '%00', '-'.repeat(25)]
  const flipped = [...tokenOf(1)].map((digit, at, all) => all.with(at, digit === 'a' ? 'b' : 'a').join(''))
  for (const bad of [...forged, ...flipped]) {
    const answer = await open(bad, { 'accept-language': 'pt-BR,pt;q=0.9' })
    expect([bad, answer.statusCode]).toEqual([bad, 404])
    expect(answer.body).toContain('Este link não leva a lugar nenhum')
  }
  expect((await countsOf(home, campaignId)).clicked).toBe(0)
  expect((await open('nothing', { 'accept-language': 'en' })).body).toContain('This link leads nowhere')
})

test('what was signed with a former secret leads on', () => {
  const former = createSealer('a former secret of thirty-two characters')
  const sealer = createSealer('a secret of thirty-two characters!', ['a former secret of thirty-two characters'])
  expect(readAddressToken({ sealer }, addressToken({ sealer: former }, '0123456789ab', 7))).toMatchObject({ seq: 7 })
})

test('each recipient may have an address of their own', async () => {
  const { tokenOf } = await sent(2, { url: null, key: 'body.2' })
  expect((await open(tokenOf(2))).headers.location).toBe('https://shop.example/p/2')
  expect((await open(tokenOf(3))).statusCode).toBe(404)
})

test('a link to what is no web page leads nowhere', async () => {
  const { tokenOf } = await sent(1, { url: 'javascript:alert(1)', key: null })
  expect((await open(tokenOf(1))).statusCode).toBe(404)
})

const clickOf = (of: Awaited<ReturnType<typeof sent>>, linkId: string, seq: number): Click => ({
  ...{ companyId: of.companyId, id: newId(), linkId, campaignId: of.campaignId, seq, at: new Date() },
  ...{ ip: '203.0.113.0/24', userAgent: phone, bot: false },
})
const linkIdOf = async ({ token }: { token: string }) => {
  const { rows } = await world.deps.database.db.execute<{ id: string }>(
    sql`select id from tracked_links where token = ${token}`,
  )
  return rows[0]?.id ?? ''
}

test('ten thousand clicks that are stored twice count once', async () => {
  const one = await sent(1000, toShop)
  const linkId = await linkIdOf(one)
  const clicks = Array.from({ length: 10_000 }, (_, n) => clickOf(one, linkId, (n % 1000) + 1))
  await Promise.all([storeClicks(world.deps, clicks.slice(0, 5000)), storeClicks(world.deps, clicks.slice(5000))])
  await storeClicks(world.deps, clicks)
  expect(await countsOf(one.home, one.campaignId)).toEqual({
    clicked: 1000,
    links: [expect.objectContaining({ clicks: 10_000, people: 1000 })],
  })
})

test('a fold that dies before its commit takes nothing away', async () => {
  const one = await sent(2, toShop)
  for (const seq of [1, 2, 2]) await open(one.tokenOf(seq))
  const died = world.deps.database.db.transaction(async (db) => {
    await foldFacts({ db })
    throw new Error('killed')
  })
  await expect(died).rejects.toThrow('killed')
  expect(await countsOf(one.home, one.campaignId)).toEqual({
    clicked: 2,
    links: [expect.objectContaining({ clicks: 3, people: 2 })],
  })
})

test('a click of a person who is erased is of no one', async () => {
  const one = await sent(1, toShop)
  const contactIds = one.people.map(({ id }) => id)
  const { db } = world.deps.database
  await open(one.tokenOf(1))
  const subject = {
    companyId: one.companyId,
    contactIds,
    mode: 'anonymize',
    phones: [],
    bsuids: [],
    emails: [],
    names: [],
  }
  await eraseClicks({ db } as never, subject as never, new AbortController().signal)
  await db.execute(sql`update contacts set erased_at = now() where company_id = ${one.companyId}`)
  expect((await open(one.tokenOf(1))).headers.location).toBe(toShop.url)
  const { rows } = await db.execute(
    sql`select seq, ip, user_agent from link_clicks where company_id = ${one.companyId}`,
  )
  expect(rows).toEqual(rows.map(() => ({ seq: null, ip: null, user_agent: null })))
  expect(await countsOf(one.home, one.campaignId)).toEqual({
    clicked: 1,
    links: [expect.objectContaining({ clicks: 2, people: 1 })],
  })
})

test('links and clicks are kept for thirteen months', async () => {
  const one = await sent(1, toShop)
  const { db } = world.deps.database
  await open(one.tokenOf(1))
  await db.execute(sql`update tracked_links set created_at = now() - interval '14 months' where token = ${one.token}`)
  await db.execute(sql`update link_clicks set at = now() - interval '14 months' where company_id = ${one.companyId}`)
  world.deps.now = () => new Date(Date.now() + 3_600_000)
  expect((await open(one.tokenOf(1))).statusCode).toBe(404)
  for (const forget of [deleteOldClicksAcrossCompanies, deleteOldLinksAcrossCompanies])
    while ((await forget({ db })) > 0);
  const { rows } = await db.execute(sql`select 1 from tracked_links where company_id = ${one.companyId}
    union all select 1 from link_clicks where company_id = ${one.companyId}`)
  expect(rows).toEqual([])
  expect(await countsOf(one.home, one.campaignId)).toMatchObject({ clicked: 1 })
})

test('someone who clicks while the database is away is led on where the way is known', async () => {
  const one = await sent(2, toShop)
  await open(one.tokenOf(1))
  const away = vi
    .spyOn(world.deps.database.pool, 'connect')
    .mockRejectedValue(new Error('Connection terminated') as never)
  const asked = vi
    .spyOn(world.deps.database.pool, 'query')
    .mockRejectedValue(new Error('Connection terminated') as never)
  try {
    expect((await open(one.tokenOf(2))).headers.location).toBe(toShop.url)
    const other = addressToken(world.deps, '0123456789ab', 1)
    const answer = await open(other, { 'accept-language': 'en' })
    expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining('Try again in a moment')])
  } finally {
    away.mockRestore()
    asked.mockRestore()
  }
})
