import { listSessions } from '@recado/contracts/identity/users'
import { getNotificationSettings } from '@recado/contracts/product-notifications/settings'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeInbox } from '#web/test/fake-inbox.ts'
import { on, onPath } from '#web/test/fake-server.ts'
import { me } from '#web/test/profile-fixtures.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'
// The app loads these lazily; the tests need them at once.
import '../inbox.tsx'
import './preferences.tsx'

type Flags = Record<string, boolean>
const itemOf = (name: string, tag: string, channels: Flags, more: { critical?: boolean; trigger?: string } = {}) => ({
  template: {
    _id: name.replaceAll(' ', '-'),
    name,
    critical: more.critical ?? false,
    tags: [tag],
    triggers: [{ identifier: more.trigger ?? name }],
  },
  preference: { enabled: true, channels },
})

const quietHours = { enabled: false, timeZone: 'UTC', days: [1], from: '22:00', to: '07:00' }
const profile = [
  me,
  on(listSessions, () => ({ data: [] })),
  on(getNotificationSettings, () => ({ quietHours, mutedCompanyIds: [] })),
]

const open = async (items: ReturnType<typeof itemOf>[]) => {
  const inbox = await fakeInbox([], items)
  const saved = onPath('PATCH', '/v1/widgets/preferences/:id', ({ body, path }) => {
    const item = items.find(({ template }) => path.endsWith(`/${template._id}`))
    const { channel } = body as { channel: { type: string; enabled: boolean } }
    if (!item) return { status: 404, body: {} }
    item.preference = { enabled: true, channels: { ...item.preference.channels, [channel.type]: channel.enabled } }
    return { status: 200, body: { data: item } }
  })
  const app = await renderApp('/profile?tab=notifications', {
    session: sessionOf({ blocks: [] }),
    language: 'en',
    routes: [saved, ...inbox.routes, ...profile],
  })
  const section = within(await screen.findByRole('region', { name: 'Notifications' }))
  await section.findByRole('table', { name: 'Notifications by channel' })
  const sent = () =>
    app.server.seen.flatMap(({ method, path, body }) => {
      const id = /\/v1\/widgets\/preferences\/(.+)/.exec(path)?.[1]
      if (method !== 'PATCH' || !id) return []
      const { type, enabled } = (body as { channel: { type: string; enabled: boolean } }).channel
      return [`${id} ${type} ${enabled ? 'on' : 'off'}`]
    })
  return { ...app, section, sent }
}

const assigned = () => itemOf('Assigned', 'conversations', { in_app: true, email: false })

test('each cell is a switch that saves at once, and Undo reverts it', async () => {
  const { user, section, sent } = await open([assigned()])
  await user.click(section.getByRole('switch', { name: 'Assigned: Email' }))
  const toast = await screen.findByText('Assigned: Email on')
  expect(sent()).toEqual(['Assigned email on'])
  const box = toast.closest<HTMLElement>('[role="alert"]')
  await user.click(within(box as HTMLElement).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent()).toEqual(['Assigned email on', 'Assigned email off']))
  await waitFor(() =>
    expect(section.getByRole<HTMLInputElement>('switch', { name: 'Assigned: Email' }).checked).toBe(false),
  )
})

test('a whole row or column is set with one click', async () => {
  const { user, section, sent, server } = await open([assigned(), itemOf('Exported', 'team', { email: true })])
  await user.click(section.getByRole('checkbox', { name: 'Assigned: all channels' }))
  await waitFor(() => expect(sent()).toEqual(['Assigned email on']))
  const whole = onPath('PATCH', '/v1/widgets/preferences', () => ({
    status: 200,
    body: { data: { preference: { enabled: true, channels: { email: false } } } },
  }))
  server.routes.unshift(whole)
  await user.click(section.getByRole('switch', { name: 'All notifications: Email' }))
  const cell = section.getByRole<HTMLInputElement>('switch', { name: 'Exported: Email' })
  await waitFor(() => expect([cell.checked, cell.disabled]).toEqual([false, true]))
  expect(section.getByText(/^Email is off for everything/)).toBeTruthy()
})

test('the arrow keys move between cells', async () => {
  const { user, section } = await open([assigned(), itemOf('Mentioned', 'conversations', { in_app: true })])
  const [first, second] = [
    section.getByRole('switch', { name: 'Assigned: In the app' }),
    section.getByRole('switch', { name: 'Mentioned: In the app' }),
  ]
  first.focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await user.keyboard('{ArrowUp}{ArrowRight}')
  expect(document.activeElement).toBe(section.getByRole('switch', { name: 'Assigned: Email' }))
})

test('turning off the last channel of an important topic asks for confirmation', async () => {
  const missed = itemOf(
    'SLA target missed',
    'conversations',
    { in_app: true, email: true },
    { trigger: 'sla.breached' },
  )
  const { user, section, sent } = await open([missed])
  await user.click(section.getByRole('switch', { name: 'SLA target missed: Email' }))
  await waitFor(() => expect(sent()).toEqual(['SLA-target-missed email off']))
  await user.click(section.getByRole('switch', { name: 'SLA target missed: In the app' }))
  const dialog = await screen.findByRole('dialog', { name: 'Turn off “SLA target missed”?' })
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(sent()).toHaveLength(1)
  await user.click(section.getByRole('switch', { name: 'SLA target missed: In the app' }))
  const again = await screen.findByRole('dialog', { name: 'Turn off “SLA target missed”?' })
  await user.click(within(again).getByRole('button', { name: 'Turn off' }))
  await waitFor(() => expect(sent()).toEqual(['SLA-target-missed email off', 'SLA-target-missed in_app off']))
})

test('mandatory notifications are marked as always sent, without switches', async () => {
  const { section } = await open([
    assigned(),
    itemOf('Password changed', 'security', { email: true }, { critical: true }),
  ])
  const row = section.getByRole('row', { name: /^Password changed/ })
  expect(within(row).getByRole('img', { name: 'Always sent' })).toBeTruthy()
  expect(within(row).queryByRole('switch')).toBeNull()
})

test('a group of the table is labelled with its name', async () => {
  const { section } = await open([assigned(), itemOf('Exported', 'team', { email: true }, { critical: true })])
  expect(section.getByRole('rowgroup', { name: 'Always sent' })).toBeTruthy()
})
