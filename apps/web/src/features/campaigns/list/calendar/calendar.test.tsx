import { type CalendarEntry, getCampaignCalendar } from '@recado/contracts/campaigns/calendar'
import { listCampaigns } from '@recado/contracts/campaigns/campaigns'
import { listChannels } from '@recado/contracts/whatsapp/channels'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'
import { setViewport } from '#web/test/viewport.ts'

const session = sessionOf({ blocks: ['integrations', 'whatsapp_chat', 'bulk_sending'] })
const idOf = (place: number) => `019a0000-0000-7000-8000-00000000000${place}`

const entryOf = (place: number, name: string, day: string, part: Partial<CalendarEntry> = {}): CalendarEntry => ({
  ...{ campaignId: idOf(place), name, state: 'scheduled', pauseReason: null, series: false },
  ...{ startsAt: `${day}T12:00:00.000Z`, endsAt: `${day}T12:00:00.000Z` },
  ...part,
})

const entries = [
  entryOf(1, 'Long one', '2026-11-09', { state: 'running', endsAt: '2026-11-10T12:00:00.000Z' }),
  ...['One', 'Two', 'Three', 'Four'].map((name, place) => entryOf(place + 2, name, '2026-11-10')),
  entryOf(6, 'Draft', '2026-11-12', { state: 'draft' }),
  entryOf(7, 'Weekly', '2026-11-13', { series: true }),
]

const show = (path: string, data = entries, more = false) =>
  renderApp(path, {
    session,
    routes: [
      on(listChannels, () => ({ data: [] })),
      on(listCampaigns, () => ({ data: [], page: { next: null, has_more: false } })),
      on(getCampaignCalendar, () => ({ timezone: 'UTC', data, more })),
    ],
  })

afterEach(() => setViewport('desktop'))

test('a month leads to each of its campaigns, and a full day to its week, where none is left out', async () => {
  const { user, router, server } = await show('/company/campaigns?view=month&day=2026-11-20&state=scheduled')
  const month = await screen.findByRole('table', { name: 'November 2026' })
  const draft = await within(month).findByRole('link', { name: /Draft/ })
  expect(draft.getAttribute('href')).toBe(`/company/campaigns/${idOf(6)}/edit`)
  const weekly = within(month).getByRole('link', { name: /Weekly Next in series/ })
  expect(weekly.getAttribute('href')).toBe(`/company/campaigns/${idOf(7)}`)
  expect(within(month).getByRole('link', { name: /Continues Long one Running/ })).toBeTruthy()
  expect(within(month).queryByRole('link', { name: /Four/ })).toBeNull()
  await user.click(within(month).getByRole('link', { name: '2 more campaigns on Tuesday, November 10' }))
  const week = await screen.findByRole('table', { name: /Nov 9\s*–\s*15, 2026/ })
  expect(await within(week).findByRole('link', { name: /Four/ })).toBeTruthy()
  expect(router.state.location.search).toEqual({ view: 'week', day: '2026-11-10', state: 'scheduled' })
  await user.click(screen.getByRole('button', { name: 'Next week' }))
  await waitFor(() => expect(server.calls('GET', '/api/v1/campaign-calendar')).toHaveLength(3))
  const asked = server.calls('GET', '/api/v1/campaign-calendar').map(({ query }) => Object.fromEntries(query))
  expect(asked).toMatchObject([
    { from: '2026-10-26', to: '2026-12-06', state: 'scheduled' },
    { from: '2026-11-09', to: '2026-11-15' },
    { from: '2026-11-16', to: '2026-11-22' },
  ])
})

test('a phone lists the days with campaigns and their states', async () => {
  setViewport('phone')
  await show('/company/campaigns?view=week&day=2026-11-20', entries, true)
  expect(await screen.findByRole('heading', { level: 3, name: 'Thursday, November 12' })).toBeTruthy()
  expect(screen.queryByRole('heading', { level: 3, name: /November 11/ })).toBeNull()
  expect(screen.getByRole('link', { name: /Draft Draft/ })).toBeTruthy()
  expect(screen.getByText(/Only the first 500/)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a month without campaigns leads to a new one, and the list is a press away', async () => {
  const { user, router } = await show('/company/campaigns?view=month&tab=drafts', [])
  const empty = await screen.findByRole('region', { name: 'Calendar of campaigns' })
  expect(await within(empty).findByText('No campaigns this month')).toBeTruthy()
  const begin = within(empty).getByRole('link', { name: 'New campaign' })
  expect(begin.getAttribute('href')).toBe('/company/campaigns/new')
  await user.click(screen.getByRole('radio', { name: 'List' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'drafts' }))
})
