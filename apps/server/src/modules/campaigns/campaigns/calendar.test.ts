import { campaignAudience } from '@recado/contracts/campaigns/audience'
import type { CalendarEntry } from '@recado/contracts/campaigns/calendar'
import { campaignContent } from '@recado/contracts/campaigns/content'
import { type CampaignSchedule, campaignSchedule } from '@recado/contracts/campaigns/schedule'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { campaigns } from '#server/db/schema/campaigns/campaigns.ts'
import { newId } from '#server/lib/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { type Browser, createBrowser } from '#server/test/browser.ts'
import { addMember, createCompany, createUser, signIn } from '#server/test/factories.ts'

let server: TestApp
let browser: Browser
let companyId: string
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const timezone = 'America/Sao_Paulo'
const companyOf = () => createCompany(server.deps, { accessBlocks: ['integrations', 'bulk_sending'], timezone })

beforeEach(async () => {
  const { deps } = server
  companyId = (await companyOf()).id
  const user = await createUser(deps)
  await addMember(deps, companyId, user.id)
  browser = createBrowser(server.app)
  browser.use(await signIn(deps, user.id, companyId))
})

const rowOf = (
  name: string,
  { start, ...more }: Partial<typeof campaigns.$inferInsert> & { start?: CampaignSchedule['start'] } = {},
) => ({
  ...{ companyId, id: newId(), name, state: 'scheduled' as const },
  audience: campaignAudience.parse({}),
  content: campaignContent.parse({}),
  schedule: campaignSchedule.parse({ start }),
  ...more,
})
const add = (...rows: ReturnType<typeof rowOf>[]) => server.deps.database.db.insert(campaigns).values(rows)

const calendar = async (from: string, to: string, more = '') => {
  const answer = await browser.get(`/api/v1/campaign-calendar?from=${from}&to=${to}${more}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as { timezone: string; data: CalendarEntry[]; more: boolean }
}
const told = ({ data }: { data: CalendarEntry[] }) =>
  data.map(({ name, startsAt }) => `${name} ${startsAt.slice(0, 16)}`)

const at = (text: string) => new Date(text)

test('a month shows campaigns where they start or ran, drafts where they are planned and the coming times of series', async () => {
  const weekly = { kind: 'recurring', rule: 'FREQ=WEEKLY;BYDAY=MO', at: '2031-03-03T09:00', timezone } as const
  const stranger = (await companyOf()).id
  const series = rowOf('Weekly', { start: weekly, startsAt: at('2031-03-03T12:00:00Z') })
  await add(
    rowOf('Late on the last day', { startsAt: at('2031-04-01T02:59:00Z') }),
    rowOf('The day after', { startsAt: at('2031-04-01T03:00:00Z') }),
    rowOf('The day before', { startsAt: at('2031-03-01T02:59:00Z') }),
    rowOf('Since February', {
      ...{ state: 'completed', startedAt: at('2031-02-27T12:00:00Z'), finishedAt: at('2031-03-02T12:00:00Z') },
    }),
    rowOf('Canceled in time', { state: 'canceled', startsAt: at('2031-03-05T12:00:00Z'), finishedAt: new Date() }),
    rowOf('Planned', { state: 'draft', start: { kind: 'at', at: '2031-03-20T10:00', timezone } }),
    rowOf('Impossible', { state: 'draft', start: { kind: 'at', at: '2031-03-99T10:00', timezone } }),
    rowOf('Some day', { state: 'draft' }),
    rowOf('Archived', { startsAt: at('2031-03-06T12:00:00Z'), archivedAt: new Date() }),
    rowOf('Of another company', { companyId: stranger, startsAt: at('2031-03-07T12:00:00Z') }),
    series,
    rowOf('Paused series', { start: weekly, state: 'paused', pauseReason: 'manual' }),
    rowOf('Draft of a series', { start: weekly, state: 'draft' }),
  )
  const march = await calendar('2031-03-01', '2031-03-31')
  expect(march).toMatchObject({ timezone, more: false })
  const mondays = ['03', '10', '17', '24', '31'].map((day) => `Weekly 2031-03-${day}T12:00`)
  expect(told(march)).toEqual([
    'Since February 2031-02-27T12:00',
    ...mondays.slice(0, 3),
    'Planned 2031-03-20T13:00',
    ...mondays.slice(3),
    'Late on the last day 2031-04-01T02:59',
  ])
  expect(march.data[0]).toMatchObject({ series: false, endsAt: '2031-03-02T12:00:00.000Z' })
  expect(march.data[1]).toMatchObject({ series: true, campaignId: series.id, endsAt: march.data[1]?.startsAt })
  expect(told(await calendar('2031-03-01', '2031-03-31', `&seriesId=${series.id}`))).toEqual(mondays)
  expect(told(await calendar('2031-03-01', '2031-03-31', '&state=draft'))).toEqual(['Planned 2031-03-20T13:00'])
})

test('a campaign that runs covers its days up to today, or to when it should end', async () => {
  const day = 86_400_000
  const [started, ends] = [new Date(Date.now() - 2 * day), new Date(Date.now() + day)]
  await add(
    rowOf('Running', { state: 'running', startedAt: started, finishEstimate: ends }),
    rowOf('Paused', { state: 'paused', pauseReason: 'manual', startedAt: started, finishEstimate: started }),
  )
  const today = new Date().toISOString().slice(0, 10)
  const before = new Date(Date.now() - day).toISOString().slice(0, 10)
  const { data } = await calendar(before, today)
  expect(data.map(({ name }) => name).sort()).toEqual(['Paused', 'Running'])
  expect(data.find(({ name }) => name === 'Running')?.endsAt).toBe(ends.toISOString())
  const untilNow = data.find(({ name }) => name === 'Paused')?.endsAt ?? ''
  expect(Date.now() - Date.parse(untilNow)).toBeLessThan(day)
})

test('tells of at most 500 at once, says that there are more, and refuses longer periods', async () => {
  const many = Array.from({ length: 501 }, (_, n) => rowOf(`No ${n}`, { startsAt: at('2032-05-05T12:00:00Z') }))
  await add(...many)
  const { data, more } = await calendar('2032-05-01', '2032-05-31')
  expect([data.length, more]).toEqual([500, true])
  const refused = ['from=2032-05-01&to=2032-07-02', 'from=2032-05-02&to=2032-05-01', 'from=2032-05-01']
  for (const query of refused) {
    const answer = await browser.get(`/api/v1/campaign-calendar?${query}`)
    expect([query, answer.statusCode, answer.json().code]).toEqual([query, 422, 'validation_failed'])
  }
})
