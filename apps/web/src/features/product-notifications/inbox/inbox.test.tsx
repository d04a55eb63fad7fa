import { listSessions } from '@recado/contracts/identity/users'
import { getNotificationSettings } from '@recado/contracts/product-notifications/settings'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeInbox, notificationOf } from '#web/test/fake-inbox.ts'
import { on, onPath } from '#web/test/fake-server.ts'
import { me } from '#web/test/profile-fixtures.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { companyIds, sessionOf } from '#web/test/sessions.ts'
// The app loads these lazily; the tests need them at once.
import './inbox.tsx'
import './preferences/preferences.tsx'

const here = { company: { id: companyIds.first, name: 'Padaria Boa Massa' } }
const elsewhere = { company: { id: companyIds.second, name: 'Loja Aurora' } }
const left = { company: { id: '0192f000-0000-7000-8000-0000000000ff', name: 'Antiga' } }
const leadingTo = (url: string) => ({ type: 'redirect' as const, data: { url } })

const quietHours = { enabled: false, timeZone: 'UTC', days: [1], from: '22:00', to: '07:00' }
const profile = [
  me,
  on(listSessions, () => ({ data: [] })),
  on(getNotificationSettings, () => ({ quietHours, mutedCompanyIds: [] })),
]

const open = async (inbox: Awaited<ReturnType<typeof fakeInbox>>, path = '/profile', language: 'en' | 'pt' = 'en') => {
  const session = sessionOf({ blocks: [] })
  const app = await renderApp(path, { session, language, routes: [...inbox.routes, ...profile] })
  const bell = await screen.findByRole('button', { name: /^(Notifications|Notificações)/ })
  await waitFor(() => expect(inbox.isConnected()).toBe(true))
  return { ...app, bell }
}

test('the title counts what is new in the inbox, as it arrives', async () => {
  const inbox = await fakeInbox([notificationOf('1')])
  await open(inbox)
  await waitFor(() => expect(document.title).toBe('(1) Profile · Recado'))
  act(() => inbox.arrive(notificationOf('2')))
  await waitFor(() => expect(document.title).toBe('(2) Profile · Recado'))
})

const important = { payload: { ...here, important: true } }

test('an important notification shows in a corner, and leads to its place', async () => {
  const inbox = await fakeInbox()
  const { user, router, server } = await open(inbox)
  const content = '<b>Bruno</b> gave you a conversation'
  act(() => inbox.arrive(notificationOf('1', { ...important, content, cta: leadingTo('/companies') })))
  await user.click(await screen.findByRole('button', { name: 'Bruno gave you a conversation' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/companies'))
  await waitFor(() => expect(screen.queryByText('Bruno gave you a conversation')).toBeNull())
  const [marked] = server.calls('POST', '/v1/widgets/messages/markAs')
  expect(marked?.body).toMatchObject({ messageId: ['1'], mark: { read: true } })
})

test('what belongs to another company opens there, once the person agrees', async () => {
  const inbox = await fakeInbox()
  const switched = onPath('POST', '/api/auth/session', () => ({
    status: 200,
    body: sessionOf({ blocks: [], company: 'second' }),
  }))
  inbox.routes.unshift(switched)
  const { user, router, server } = await open(inbox)
  const payload = { ...elsewhere, important: true }
  act(() => inbox.arrive(notificationOf('1', { payload, cta: leadingTo('/companies?from=bell') })))
  await user.click(await screen.findByRole('button', { name: 'Notification 1' }))
  const dialog = await screen.findByRole('dialog', { name: 'Switch to Loja Aurora?' })
  expect(router.state.location.pathname).toBe('/profile')
  await user.click(within(dialog).getByRole('button', { name: 'Switch and open' }))
  await waitFor(() => expect(router.state.location.href).toBe('/companies?from=bell'))
  const sent = server.calls('POST', '/api/auth/session')[0]?.body as { data: { companyId: string } }
  expect(sent.data.companyId).toBe(companyIds.second)
})

test('who left the company meanwhile goes there without being asked', async () => {
  const inbox = await fakeInbox()
  const { user, router } = await open(inbox)
  const payload = { ...left, important: true }
  act(() => inbox.arrive(notificationOf('2', { payload, cta: leadingTo('/companies') })))
  await user.click(await screen.findByRole('button', { name: 'Notification 2' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/companies'))
})

const expectNoToast = async (text: string) => {
  await waitFor(() => expect(document.title).toMatch(/^\(\d+\)/))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(screen.queryAllByRole('alert').filter((toast) => toast.textContent.includes(text))).toEqual([])
}

test('what is not important only counts', async () => {
  const inbox = await fakeInbox()
  await open(inbox)
  act(() => inbox.arrive(notificationOf('1', { payload: here })))
  await expectNoToast('Notification 1')
})

test('what the page shows already needs no toast', async () => {
  const inbox = await fakeInbox()
  await open(inbox)
  act(() => inbox.arrive(notificationOf('1', { ...important, cta: leadingTo('/profile') })))
  await expectNoToast('Notification 1')
})

test('the session of the inbox is that of the person who is signed in, and ends with theirs', async () => {
  const inbox = await fakeInbox()
  const { server, services } = await open(inbox)
  expect(server.calls('POST', '/v1/widgets/session/initialize')[0]?.body).toMatchObject({
    applicationIdentifier: 'app',
    subscriberId: 's1',
    hmacHash: 'h1',
  })
  expect(Object.values(localStorage)).toContain('token')
  server.routes.unshift(onPath('POST', '/api/auth/signout', () => ({ status: 200, body: { url: '/' } })))
  await act(() => services.session.signOut())
  expect(Object.values(localStorage)).not.toContain('token')
  await waitFor(() => expect(inbox.isConnected()).toBe(false))
})

test('whoever is here as someone else has no inbox, and asks for none', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    run()
    return 1
  })
  vi.stubGlobal('cancelIdleCallback', () => {})
  const inbox = await fakeInbox()
  const own = sessionOf({ blocks: [] })
  const session = { ...own, admin_user: true, user: { ...own.user, subscriberId: '', subscriberHash: '' } }
  const app = await renderApp('/profile?tab=notifications', { session, routes: [...inbox.routes, ...profile] })
  const section = await screen.findByRole('region', { name: 'Notifications' })
  expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull()
  expect(section.querySelector('.mantine-Skeleton-root')).toBeNull()
  app.server.routes.unshift(onPath('POST', '/api/auth/session', () => ({ status: 200, body: own })))
  await act(() => app.services.session.update({ leaveImpersonation: true }))
  await waitFor(() => expect(inbox.isConnected()).toBe(true))
  const asked = app.server.calls('POST', '/v1/widgets/session/initialize').map(({ body }) => body)
  expect(asked).toEqual([expect.objectContaining({ subscriberId: 's1' })])
  app.unmount()
})

test('an installation without an inbox has no bell', async () => {
  await renderApp('/profile?tab=notifications', { session: sessionOf({ blocks: [] }), routes: profile })
  await screen.findByRole('region', { name: 'Quiet hours and muted companies' })
  expect(screen.queryByRole('button', { name: /Notifications/ })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull()
})
