import { listSlaPolicies, type SlaPolicy, updateSlaPolicy } from '@recado/contracts/automation/sla-policies'
import { type BusinessHours, listBusinessHours, updateBusinessHours } from '@recado/contracts/companies/business-hours'
import { listInvitations, listMembers } from '@recado/contracts/companies/companies'
import { listTeams } from '@recado/contracts/companies/teams'
import { listCannedReplies } from '@recado/contracts/inbox/canned-replies'
import { chatSettings, getChatSettings, updateChatSettings } from '@recado/contracts/inbox/chat-settings'
import { createLabel, listLabels, type StoredLabel } from '@recado/contracts/inbox/labels'
import { createMacro, listMacros } from '@recado/contracts/inbox/macros'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failing, on, onPath } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { companyIds, sessionOf } from '#web/test/sessions.ts'
import { copyDay } from './hours-week.tsx'
import { isOpenAt } from './is-open-at.ts'

const page = (tab: string) => `/companies/${companyIds.first}?tab=${tab}`
const idOf = (n: number) => `0192f000-0000-7000-8000-0000000003${String(n).padStart(2, '0')}`
const label: StoredLabel = { id: idOf(1), name: 'Urgent', color: 'red', version: 1 }

const world = [
  on(listLabels, () => ({ data: [{ ...label, conversations: 2 }] })),
  on(listTeams, () => ({ data: [] })),
  on(listCannedReplies, () => ({ data: [] })),
  on(listMacros, () => ({ data: [] })),
  on(listMembers, () => ({ data: [], page: { next: null, has_more: false } })),
  on(listInvitations, () => ({ data: [] })),
]

test('a label is made with a name and a color; a name that is taken is told', async () => {
  const { user, server } = await renderApp(page('labels'), {
    session: sessionOf(),
    routes: [failing(createLabel, 'duplicate'), ...world],
  })
  expect(await screen.findByText('2 open conversations')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add label' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Add label' }))
  await user.type(drawer.getByRole('textbox', { name: 'Name' }), 'urgent')
  await user.click(drawer.getByRole('radio', { name: 'Green' }))
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  expect((await drawer.findByRole('alert')).textContent).toBeTruthy()
  expect(server.seen.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'urgent', color: 'green' })
})

test('a member reads the labels and has no means to change them', async () => {
  await renderApp(page('labels'), { session: sessionOf({ memberRole: 'member' }), routes: world })
  expect(await screen.findByText('Urgent')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add label' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Actions for Urgent' })).toBeNull()
})

test('a label that someone else changed shows theirs or keeps mine, and what only they changed stays', async () => {
  let stored: StoredLabel = { ...label, name: 'B', color: 'blue', version: 2 }
  const change = onPath('PATCH', `/api/v1/labels/${label.id}`, ({ body }) => {
    const wanted = body as StoredLabel
    const current = stored
    if (wanted.version !== stored.version)
      return {
        status: 409,
        body: { type: 'about:blank', title: 'x', status: 409, code: 'conflict', data: { current } },
      }
    stored = { ...label, name: wanted.name, color: wanted.color, version: stored.version + 1 }
    return { status: 200, body: stored }
  })
  const { user } = await renderApp(page('labels'), { session: sessionOf(), routes: [change, ...world] })
  await user.click(await screen.findByRole('button', { name: 'Actions for Urgent' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit label' }))
  const field = drawer.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  const save = drawer.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  await user.clear(field)
  await user.type(field, 'A')
  await user.click(save)
  expect((await drawer.findByRole('alert')).textContent).toContain('Name: B')
  expect(field.value).toBe('A')
  expect(save.disabled).toBe(true)
  expect(drawer.getByRole('radio', { name: 'Blue' }).getAttribute('aria-checked')).toBe('true')
  await user.click(drawer.getByRole('button', { name: 'Show their version' }))
  expect(field.value).toBe('B')
  stored = { ...stored, name: 'C', version: 3 }
  await user.type(field, 'A')
  await user.click(save)
  await user.click(await drawer.findByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(stored).toEqual({ ...label, name: 'BA', color: 'blue', version: 4 }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit label' })).toBeNull())
})

test('a macro is built step by step and ordered by buttons', async () => {
  const made = on(createMacro, () => ({
    id: idOf(9),
    name: 'Thanks',
    steps: [],
    scope: 'company' as const,
    version: 1,
    editable: true,
  }))
  const { user, server } = await renderApp(page('macros'), { session: sessionOf(), routes: [made, ...world] })
  await user.click((await screen.findAllByRole('button', { name: 'Add macro' }))[0] as HTMLElement)
  const drawer = within(await screen.findByRole('dialog', { name: 'Add macro' }))
  await user.type(drawer.getByRole('textbox', { name: 'Name' }), 'Thanks')
  const add = async (name: string) => {
    await user.click(drawer.getByRole('combobox', { name: 'Add step' }))
    await user.click(await screen.findByRole('option', { name }))
  }
  await add('Resolve')
  await add('Send a text')
  await user.type(drawer.getByRole('textbox', { name: 'Send a text' }), 'Obrigado!')
  await user.click(drawer.getByRole('button', { name: 'Move 2. Send a text up' }))
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.seen.some(({ method }) => method === 'POST')).toBe(true))
  expect(server.seen.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Thanks',
    scope: 'company',
    steps: [{ type: 'send_text', text: 'Obrigado!' }, { type: 'resolve' }],
  })
})

test('an SLA policy says in words for what it holds, and moves down', async () => {
  const targets = { firstResponse: 90, nextResponse: null, resolution: null }
  const none = { teamIds: [], channelIds: [], labelIds: [], priorities: [] }
  const base = { targets, businessHoursId: null, active: true, version: 1 }
  const first: SlaPolicy = {
    ...base,
    id: idOf(2),
    name: 'Fast',
    position: 0,
    conditions: { ...none, labelIds: [label.id], priorities: [4] },
  }
  const second: SlaPolicy = { ...base, id: idOf(3), name: 'Rest', position: 1, conditions: none }
  const { user, server } = await renderApp(page('sla'), {
    session: sessionOf({ blocks: [] }),
    routes: [on(listSlaPolicies, () => ({ data: [first, second] })), on(updateSlaPolicy, () => first), ...world],
  })
  expect(await screen.findByText('Label: Urgent, and Priority: Urgent')).toBeTruthy()
  expect(screen.getByText('All conversations')).toBeTruthy()
  expect(screen.getAllByText('First response: 1 hr 30 min')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Move Fast down' }))
  await waitFor(() => expect(server.seen.filter(({ method }) => method === 'PATCH')).toHaveLength(2))
  expect(
    server.seen.filter(({ method }) => method === 'PATCH').map(({ path, body }) => [path.slice(-2), body]),
  ).toEqual([
    ['03', { position: 0, version: 1 }],
    ['02', { position: 1, version: 1 }],
  ])
})

test('chat settings that someone else changed are told, and loaded when asked for', async () => {
  let version = 1
  const read = on(getChatSettings, () => ({ settings: chatSettings.parse({ reopenDays: version }), version }))
  const { user } = await renderApp(page('chat'), {
    session: sessionOf(),
    routes: [read, failing(updateChatSettings, 'conflict'), ...world],
  })
  const field = await screen.findByRole('textbox', { name: 'Days to reopen a resolved conversation' })
  await user.clear(field)
  await user.type(field, '9')
  version = 4
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Show their version' }))
  await waitFor(() =>
    expect(
      screen.getByRole<HTMLInputElement>('textbox', { name: 'Days to reopen a resolved conversation' }).value,
    ).toBe('4'),
  )
})

test('business hours hold by the wall clock of their zone, and not on days off', () => {
  const weekly = [{ weekday: 1, from: '09:00', to: '24:00' }]
  const hours = { timezone: 'America/Sao_Paulo', weekly, holidays: [{ date: '12-25', name: '' }] }
  expect(isOpenAt(hours, new Date('2026-11-23T12:00:00Z'))).toBe(true)
  expect(isOpenAt(hours, new Date('2026-11-23T11:59:00Z'))).toBe(false)
  // Still Monday in São Paulo.
  expect(isOpenAt(hours, new Date('2026-11-24T02:59:00Z'))).toBe(true)
  expect(isOpenAt(hours, new Date('2026-11-24T03:00:00Z'))).toBe(false)
  expect(
    isOpenAt({ ...hours, weekly: [{ weekday: 5, from: '09:00', to: '18:00' }] }, new Date('2026-12-25T15:00:00Z')),
  ).toBe(false)
})

test('the times of a day are copied to other days and replace theirs', () => {
  const weekly = [
    { weekday: 1, from: '08:00', to: '12:00' },
    { weekday: 1, from: '14:00', to: '18:00' },
    { weekday: 2, from: '10:00', to: '11:00' },
    { weekday: 6, from: '09:00', to: '13:00' },
  ]
  expect(copyDay(weekly, 1, [1, 2])).toEqual([
    { weekday: 1, from: '08:00', to: '12:00' },
    { weekday: 1, from: '14:00', to: '18:00' },
    { weekday: 6, from: '09:00', to: '13:00' },
    { weekday: 2, from: '08:00', to: '12:00' },
    { weekday: 2, from: '14:00', to: '18:00' },
  ])
})

test('business hours open from their row, and take a common week with one click', async () => {
  const hours: BusinessHours = {
    id: idOf(7),
    name: 'Shop',
    timezone: 'America/Sao_Paulo',
    weekly: [{ weekday: 1, from: '10:00', to: '11:00' }],
    holidays: [],
    usedBy: 1,
    version: 3,
  }
  const saved = on(updateBusinessHours, () => hours)
  const { user, server } = await renderApp(page('hours'), {
    session: sessionOf(),
    routes: [saved, on(listBusinessHours, () => ({ data: [hours] })), ...world],
  })
  await user.click(await screen.findByRole('button', { name: 'Edit Shop' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit business hours' }))
  await user.click(drawer.getByRole('button', { name: 'Mon–Fri 8 AM–6 PM · Sat 8 AM–12 PM' }))
  await user.click(drawer.getByRole('button', { name: 'More for Monday' }))
  await user.click(await screen.findByRole('menuitem', { name: 'To the other open days' }))
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.seen.some(({ method }) => method === 'PATCH')).toBe(true))
  const sent = server.seen.find(({ method }) => method === 'PATCH')?.body as BusinessHours
  expect(sent.weekly.map(({ weekday, from, to }) => `${weekday} ${from}–${to}`).sort()).toEqual(
    [1, 2, 3, 4, 5, 6].map((weekday) => `${weekday} 08:00–18:00`),
  )
})
