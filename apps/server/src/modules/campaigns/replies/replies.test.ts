import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { startEngine } from '#server/modules/campaigns/delivery/engine.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { startProcessor } from '#server/modules/whatsapp/webhooks/index.ts'
import { campaignsOf, draft, inState, launch, readCampaign } from '#server/test/campaign-runs.ts'
import { createLabel, createTeam } from '#server/test/company-settings.ts'
import { deliver, inboundBody, textContent, whenProcessed } from '#server/test/webhooks.ts'
import { startWhatsappWorld, type WhatsappWorld, wabaId } from '#server/test/whatsapp-world.ts'
import { routeJob } from './jobs.ts'

let world: WhatsappWorld
const running: { stop: () => Promise<void> }[] = []
beforeAll(async () => {
  world = await startWhatsappWorld()
  running.push(startEngine(world.deps), startSender(world.deps), startProcessor(world.deps))
})
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()))
  await world.close()
})

const run = async <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await world.deps.database.db.execute<T>(query)).rows

const buttons = ['Quero ver', 'Parar promoções', 'Mais tarde'].map((text) => ({ type: 'QUICK_REPLY', text }))

const homeWithButtons = async () => {
  const home = await campaignsOf(world).home()
  const body = { type: 'BODY', text: 'Olá {{1}}, tem novidade.', example: { body_text: [['Bia']] } }
  await world.deps.database.db
    .update(templates)
    .set({ components: [body, { type: 'BUTTONS', buttons }] })
    .where(eq(templates.companyId, home.company.id))
  const post = async (path: string, payload: object) => (await home.browser.post(path, payload)).json().id as string
  return {
    ...home,
    tagId: await post('/api/v1/tags', { name: 'Quente', color: 'red' }),
    listId: await post('/api/v1/lists', { name: 'Interessados' }),
    label: await createLabel(world.deps, home.company.id, 'Vendas'),
    team: await createTeam(world.deps, home.company.id, [home.user.id]),
  }
}
type Home = Awaited<ReturnType<typeof homeWithButtons>>

const save = async (home: Home, campaign: Awaited<ReturnType<typeof draft>>, replies: object[]) =>
  home.browser.patch(`/api/v1/campaigns/${campaign.id}`, {
    version: campaign.version,
    content: { ...campaign.content, replies },
  })

const routesOf = ({ label, team, tagId, listId, user }: Home) => [
  { button: 'Quero ver', labelId: label.id, tagId, listId, teamId: team.id, assigneeId: user.id },
  { button: 'Parar promoções', optOut: true },
  { button: null, labelId: label.id },
]

/** What a person writes in answer to the campaign's message, which is quoted where a button is pressed. */
const answer = async (home: Home, person: { id: string; phone: string }, content: object) => {
  const [message] = await run<{ wamid: string }>(sql`
    select wamid from messages where company_id = ${home.company.id} and contact_id = ${person.id} and direction = 'out'`)
  const context = 'button' in content ? { context: { from: home.channel.phone, id: message?.wamid } } : {}
  const line = { phoneNumberId: home.channel.phoneNumberId, wabaId }
  await deliver(world.app, world.deps, inboundBody(line, { phone: person.phone }, { ...content, ...context }))
  await whenProcessed(world.deps)
}
const press = (text: string) => ({ type: 'button', button: { text, payload: text } })

/** Does what waits to be done about answers, and does it again, as after a process died at the end of its work. */
const route = async () => {
  const waiting = await run<{ id: string; company_id: string; input: never }>(sql`
    select id, company_id, input from jobs where name = ${routeJob.name} and status = 'queued' order by id`)
  const info = { attempt: 1, signal: new AbortController().signal }
  for (const { id, company_id: companyId, input } of [...waiting, ...waiting])
    await routeJob.run(world.deps, routeJob.input.parse(input), { ...info, id, companyId })
  await run(sql`delete from jobs where name = ${routeJob.name}`)
}

const stateOf = async (home: Home, { id }: { id: string }) => {
  const [found] = await run(sql`
    select c.label_ids::text[] as labels, c.team_id as team, c.assignee_id as assignee, ct.tag_ids::text[] as tags, ct.marketing,
      (select count(*)::int from contact_list_members m where m.company_id = ct.company_id and m.contact_id = ct.id) as lists,
      (select count(*)::int from consents s where s.company_id = ct.company_id and s.contact_id = ct.id) as consents
    from contacts ct join conversations c on c.company_id = ct.company_id and c.contact_id = ct.id
    where ct.company_id = ${home.company.id} and ct.id = ${id}`)
  return found
}

test('answers go by the routes of their campaign, each once, and the campaign says by which', async () => {
  const home = await homeWithButtons()
  const people = await campaignsOf(world).people(home, 4)
  const saved = await save(home, await draft(home, people), routesOf(home))
  expect(saved.statusCode, saved.body).toBe(200)
  const { id } = await launch(home.browser, saved.json())
  await inState(home.browser, id, 'completed')
  const [keen, done, writer, late] = people.map(({ id, phone }) => ({ id, phone }))
  if (!(keen && done && writer && late)) throw new Error('four people')
  const labels = [home.label.id]

  await answer(home, keen, press('Quero ver'))
  await answer(home, done, press('Parar promoções'))
  await answer(home, writer, textContent('Quanto custa?'))
  await route()
  expect(await stateOf(home, keen)).toMatchObject({
    ...{ labels, team: home.team.id, assignee: home.user.id, tags: [home.tagId], lists: 1, marketing: 'granted' },
  })
  expect(await stateOf(home, done)).toMatchObject({ labels: [], tags: [], marketing: 'denied', consents: 1 })
  expect(await stateOf(home, writer)).toMatchObject({ labels, team: null, tags: [], marketing: 'granted' })

  // What a colleague undoes stays undone when the person writes on.
  await run(sql`update conversations set label_ids = '{}' where company_id = ${home.company.id}`)
  await answer(home, writer, textContent('E a entrega?'))
  expect((await home.browser.remove(`/api/v1/tags/${home.tagId}?force=yes`)).statusCode).toBe(204)
  await answer(home, late, press('Quero ver'))
  await route()
  expect(await stateOf(home, writer)).toMatchObject({ labels: [] })
  expect(await stateOf(home, late)).toMatchObject({ labels, team: home.team.id, tags: [], lists: 1 })

  const { replies } = (await home.browser.get(`/api/v1/campaigns/${id}/analytics`)).json()
  expect(replies).toEqual([
    { button: 'Quero ver', count: 2, gone: 1 },
    { button: 'Parar promoções', count: 1, gone: 0 },
    { button: null, count: 1, gone: 0 },
  ])
  expect((await readCampaign(home.browser, id)).counts).toMatchObject({ replied: 4, optedOut: 1 })
})

test('routes name what the company has, and a launch waits until they do', async () => {
  const home = await homeWithButtons()
  const other = await homeWithButtons()
  const campaign = await draft(home, await campaignsOf(world).people(home, 1))
  const foreign = { labelId: other.label.id, tagId: other.tagId, listId: other.listId, teamId: other.team.id }
  for (const [target, value] of Object.entries({ ...foreign, assigneeId: other.user.id })) {
    const refused = await save(home, campaign, [{ button: 'Quero ver', [target]: value }])
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      [expect.objectContaining({ path: `content.replies.0.${target}`, code: 'not_found' })],
    ])
  }
  expect((await save(home, campaign, [{ button: null }, { button: null }])).statusCode).toBe(422)

  const saved = (await save(home, campaign, [...routesOf(home), { button: 'Nunca', optOut: true }])).json()
  await home.browser.remove(`/api/v1/labels/${home.label.id}`)
  const refused = await home.browser.post(`/api/v1/campaigns/${saved.id}/launch`, {
    ...{ version: saved.version, clientKey: 'launch-with-gone' },
  })
  expect([refused.statusCode, refused.json().data.findings]).toEqual([
    422,
    [
      { name: 'reply_button_gone', facts: { button: 'Nunca' } },
      { name: 'reply_target_gone', facts: { part: 'labelId', button: 'Quero ver' } },
      { name: 'reply_target_gone', facts: { part: 'labelId', button: '' } },
    ],
  ])
  // It can be changed all the same, and launched without what is gone.
  const mended = await save(home, saved, [{ button: 'Quero ver', teamId: home.team.id }])
  expect((await launch(home.browser, mended.json())).state).toBe('validating')
})
