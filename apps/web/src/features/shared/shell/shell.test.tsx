import {
  getChecklist,
  getDashboardAttention,
  getDashboardHealth,
  getDashboardHeat,
  getDashboardSeries,
  getDashboardSpend,
  getDashboardSummary,
} from '@recado/contracts/admin/dashboard'
import { myCompanies as myCompaniesEndpoint } from '@recado/contracts/companies/companies'
import { listTeams } from '@recado/contracts/companies/teams'
import { type Announcement, getOwnAnnouncement, reactToAnnouncement } from '@recado/contracts/identity/announcements'
import { updateMe } from '@recado/contracts/identity/users'
import { listChannels } from '@recado/contracts/whatsapp/channels'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { failing, on, onPath } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { companyIds, sessionOf } from '#web/test/sessions.ts'
import { takeConsoleErrors } from '#web/test/setup.ts'
import { setViewport } from '#web/test/viewport.ts'

const figures = {
  created: 2,
  resolved: 1,
  firstResponseMedianSeconds: 30,
  resolutionMedianSeconds: null,
  csatAverage: null,
  optOuts: 0,
  messagesIn: 0,
  messagesOut: 0,
  failed: 0,
  newContacts: 0,
}
const dashboard = [
  on(getChecklist, () => ({ steps: [{ id: 'create_company' as const, done: true }], done: true })),
  on(getDashboardSummary, () => ({
    period: { from: '2026-11-15', to: '2026-11-21' },
    before: { from: '2026-11-08', to: '2026-11-14' },
    now: { open: 4, unassigned: 2, waiting: 1, overdue: 0, channels: 1 },
    current: figures,
    previous: figures,
    failures: [],
  })),
  on(getDashboardSeries, () => ({ timezone: 'UTC', unit: 'day' as const, points: [], previous: [] })),
  on(getDashboardHeat, () => ({ timezone: 'UTC', cells: [] })),
  on(getDashboardSpend, () => ({ categories: [], ratesFrom: null })),
  on(getDashboardAttention, () => ({ mentions: [], slaSoon: [], waiting: [] })),
  on(getDashboardHealth, () => ({ channels: [], templates: [] })),
  on(listTeams, () => ({ data: [] })),
  on(listChannels, () => ({ data: [] })),
]
const myCompanies = onPath('GET', '/api/v1/companies/my-companies', () => ({
  status: 200,
  body: {
    companies: [
      { id: companyIds.first, name: 'Padaria Boa Massa' },
      { id: companyIds.second, name: 'Loja Aurora' },
    ],
  },
}))

const openUserMenu = async (user: Awaited<ReturnType<typeof renderApp>>['user']) =>
  user.click(screen.getByRole('button', { name: /Ana Souza's account/ }))

beforeEach(() => setViewport('desktop'))

test('a page behind the guard asks to sign in and remembers where the person wanted to go', async () => {
  const { router } = await renderApp('/integrations/whatsapp?tab=signup')
  expect(router.state.location.pathname).toBe('/signin')
  expect(router.state.location.search).toEqual({
    error: 'SessionRequired',
    callbackUrl: '/integrations/whatsapp?tab=signup',
  })
  expect(await screen.findByText('Please sign in to open this page.')).toBeTruthy()
})

test('losing the session in another tab leads back to sign-in', async () => {
  const { server, router } = await renderApp('/dashboard', { session: sessionOf(), routes: dashboard })
  server.state.session = null
  const newValue = JSON.stringify({ event: 'session', data: { trigger: 'signout' }, timestamp: 1 })
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'nextauth.message', newValue })))
  await waitFor(() => expect(router.state.location.pathname).toBe('/signin'))
  expect(router.state.location.search).toEqual({ error: 'SessionRequired', callbackUrl: '/dashboard' })
})

test('a session that ends automatically leaves the page, and asks over it to sign in again', async () => {
  const { server, router, services, user } = await renderApp('/dashboard', { session: sessionOf(), routes: dashboard })
  expect(await screen.findByText('Open conversations')).toBeTruthy()
  server.state.session = null
  await act(() => services.session.refetch())
  const dialog = await screen.findByRole('dialog', { name: 'Sign in again' })
  expect(router.state.location.pathname).toBe('/dashboard')
  expect(screen.getByText('Open conversations')).toBeTruthy()

  const own = sessionOf()
  const other = { ...own, user: { ...own.user, id: '0192f000-0000-7000-8000-000000000091', name: 'Rui Alves' } }
  server.routes.unshift(
    onPath('POST', '/api/auth/callback/credentials', () => {
      server.state.session = other
      return { status: 200, body: { url: `${window.location.origin}/` } }
    }),
  )
  const asked = server.calls('GET', getDashboardSummary.path).length
  await user.type(within(dialog).getByLabelText('Password'), 'four words make one')
  await user.click(within(dialog).getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('button', { name: /Rui Alves's account/ })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(server.calls('GET', getDashboardSummary.path).length).toBeGreaterThan(asked))
})

test.each([
  [
    'en',
    "Padaria Boa Massa is suspended. You can read everything, but you can't send or change anything. Reason: “Unpaid",
  ],
  ['pt', 'Padaria Boa Massa está suspensa. Você pode ler tudo, mas não pode enviar nem alterar nada. Motivo: “Unpaid'],
] as const)('a company that can only be read says why and whom to ask (%s)', async (language, said) => {
  const restricted = {
    status: 'suspended' as const,
    reason: 'Unpaid invoices',
    deletionAt: null,
    ask: { name: 'Sofia Reis', email: 'sofia@example.test' },
  }
  await renderApp('/dashboard', { session: { ...sessionOf(), restricted }, routes: dashboard, language })
  const banner = await screen.findByText(
    (_, element) => element?.tagName === 'SPAN' && element.textContent.startsWith(said),
  )
  expect(banner.textContent).toContain('Sofia Reis (sofia@example.test)')
})

test('becoming visible asks for the session again', async () => {
  const { server } = await renderApp('/dashboard', { session: sessionOf(), routes: dashboard })
  const before = server.calls('GET', '/api/auth/session').length
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(server.calls('GET', '/api/auth/session').length).toBe(before + 1))
})

test('the side menu lists what the person may open, and nothing that does not exist', async () => {
  const { router } = await renderApp('/dashboard', { session: sessionOf({ blocks: [] }), routes: dashboard })
  const menu = screen.getByRole('navigation', { name: 'Main menu' })
  const links = within(menu).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['Dashboard', 'Companies', 'Contacts', 'Profile'])
  for (const link of links) expect(Object.keys(router.routesByPath)).toContain(link.getAttribute('href'))
})

test('the desktop toggle moves the content between 250 px and 0', async () => {
  const { user } = await renderApp('/dashboard', { session: sessionOf(), routes: dashboard })
  const content = screen.getByTestId('content')
  expect(content.style.marginLeft).toBe('250px')
  await user.click(screen.getByRole('button', { name: 'Close menu' }))
  expect(content.style.marginLeft).toBe('0px')
  await user.click(screen.getByRole('button', { name: 'Open menu' }))
  expect(content.style.marginLeft).toBe('250px')
})

test('below 1440 px the menu is a rail of labelled icons, and opens over the content', async () => {
  setViewport('laptop')
  const { user } = await renderApp('/dashboard', {
    session: sessionOf({ blocks: ['integrations'] }),
    routes: dashboard,
  })
  const content = screen.getByTestId('content')
  const menu = screen.getByRole('navigation', { name: 'Main menu' })
  expect(content.style.marginLeft).toBe('60px')
  const link = within(menu).getByRole('link', { name: 'Companies' })
  await user.hover(link)
  expect(await screen.findByRole('tooltip', { name: 'Companies' })).toBeTruthy()
  expect(within(menu).queryByRole('button', { name: 'WhatsApp' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Open menu' }))
  expect(within(menu).getByRole('button', { name: 'WhatsApp' })).toBeTruthy()
  expect(content.style.marginLeft).toBe('60px')
  await user.click(content)
  await waitFor(() => expect(within(menu).queryByRole('button', { name: 'WhatsApp' })).toBeNull())
})

test.each(['Escape', 'click outside'])('on a phone the menu closes on %s', async (way) => {
  setViewport('phone')
  const { user } = await renderApp('/dashboard', { session: sessionOf(), routes: dashboard })
  const content = screen.getByTestId('content')
  expect(content.style.marginLeft).toBe('0px')
  const toggle = screen.getByRole('button', { name: 'Open menu' })
  await user.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  if (way === 'Escape') await user.keyboard('{Escape}')
  else await user.click(content)
  await waitFor(() => expect(toggle.getAttribute('aria-expanded')).toBe('false'))
})

test('the dropdown switches the company: the session is told which one is current', async () => {
  const update = onPath('POST', '/api/auth/session', () => ({ status: 200, body: sessionOf({ company: 'second' }) }))
  const { user, server, services } = await renderApp('/dashboard', {
    session: sessionOf(),
    routes: [...dashboard, myCompanies, update],
  })
  services.queryClient.setQueryData(['read', 'in', 'the', 'first', 'company'], 1)
  await openUserMenu(user)
  await user.click(await screen.findByRole('button', { name: 'Switch company' }))
  expect((await screen.findByLabelText('120 unread')).textContent).toBe('99+')
  await user.click(await screen.findByRole('button', { name: /Loja Aurora/ }))
  expect(await screen.findByText("You're now working in Loja Aurora")).toBeTruthy()
  expect(services.queryClient.getQueryData(['read', 'in', 'the', 'first', 'company'])).toBeUndefined()
  expect(server.calls('POST', '/api/auth/session')[0]?.body).toMatchObject({
    csrfToken: 'token',
    data: { companyId: companyIds.second, companies: [{ current: false }, { current: true }] },
  })
  await waitFor(() => {
    const last = server.calls('GET', '/api/v1/dashboard/summary').at(-1)
    expect(last?.headers.get('x-company-version')).toBe(companyIds.second)
  })
})

test('without companies the dropdown offers to create one', async () => {
  const routes = [
    ...dashboard,
    onPath('GET', '/api/v1/companies/my-companies', () => ({ status: 200, body: { companies: [] } })),
  ]
  const { user } = await renderApp('/dashboard', { session: sessionOf({ company: null }), routes })
  await openUserMenu(user)
  await user.click(await screen.findByRole('button', { name: 'Switch company' }))
  const create = await screen.findByRole('link', { name: 'Create company' })
  expect(create.getAttribute('href')).toBe('/companies')
})

test('when the companies cannot be read, the known ones stay and no one is asked to create one', async () => {
  const routes = [...dashboard, failing(myCompaniesEndpoint, 'not_found')]
  const { user } = await renderApp('/dashboard', { session: sessionOf(), routes })
  await openUserMenu(user)
  await user.click(await screen.findByRole('button', { name: 'Switch company' }))
  expect(await screen.findByText("We couldn't refresh this list, so it may be out of date.")).toBeTruthy()
  expect(screen.getByRole('button', { name: /Loja Aurora/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Manage or create companies' })).toBeTruthy()
})

test('a tab that believes in another company reads everything again and says so', async () => {
  const stale = failing(getDashboardSummary, 'stale_company')
  const [answer] = dashboard.filter(({ pattern }) => pattern.test(getDashboardSummary.path))
  const summary = onPath('GET', getDashboardSummary.path, (seen, params) => {
    const route = seen.headers.get('x-company-version') === companyIds.second ? answer : stale
    return route?.handler(seen, params) ?? { status: 500, body: null }
  })
  const { server, services } = await renderApp('/dashboard', { session: sessionOf(), routes: dashboard })
  expect(await screen.findByText('Open conversations')).toBeTruthy()
  // What is still on its way would be taken for what is read again.
  await waitFor(() => expect(services.queryClient.isFetching()).toBe(0))
  server.routes.unshift(summary)
  server.state.session = sessionOf({ company: 'second' })
  // The toast disappears automatically, maybe before all has been read again.
  const refetched = services.queryClient.refetchQueries()
  expect(await screen.findByText('This tab was in another company, so the page was reloaded.')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('main').textContent).toContain('Loja Aurora'))
  expect(await screen.findByText('Open conversations')).toBeTruthy()
  await refetched
})

test('the button to leave impersonation is there only while impersonating', async () => {
  const update = onPath('POST', '/api/auth/session', () => ({ status: 200, body: sessionOf() }))
  const { user, server } = await renderApp('/dashboard', {
    session: sessionOf({ admin_user: true }),
    routes: [...dashboard, update],
  })
  const leave = await screen.findByRole('button', { name: "Leave Ana Souza's account" })
  await user.click(leave)
  await waitFor(() => expect(screen.queryByRole('button', { name: "Leave Ana Souza's account" })).toBeNull())
  expect(server.calls('POST', '/api/auth/session')[0]?.body).toMatchObject({ data: { leaveImpersonation: true } })
})

test('a page that the company has no access to says which feature is missing', async () => {
  const { services, router } = await renderApp('/dashboard', {
    session: sessionOf({ company: null }),
    routes: dashboard,
  })
  expect(services.session.state().data?.abilities).not.toContain('company.view')
  await act(() => router.navigate({ to: '/companies/$id', params: { id: companyIds.first } }))
  expect(await screen.findByText('Page not found')).toBeTruthy()
})

test('an unknown URL shows the not-found page, with the menu only if signed in', async () => {
  const { unmount } = await renderApp('/dashbord/x', { session: sessionOf(), routes: dashboard })
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Dashboard' })).toBeTruthy()
  unmount()
  const { router } = await renderApp('/dashbord/x', { session: null })
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull()
  expect(router.state.location.pathname).toBe('/dashbord/x')
})

test('the language changes at once and stays in this browser', async () => {
  const saved = on(updateMe, () => ({}) as never)
  const { user, server } = await renderApp('/dashboard', { session: sessionOf(), routes: [...dashboard, saved] })
  await user.click(screen.getByRole('button', { name: 'Language' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Português' }))
  expect(await screen.findByRole('link', { name: 'Painel' })).toBeTruthy()
  expect(localStorage.getItem('locale')).toBe('pt')
  expect(document.documentElement.lang).toBe('pt-BR')
  expect(server.calls('PATCH', updateMe.path)[0]?.body).toEqual({ locale: 'pt' })
})

test.each([
  ['the block and an address', ['chatbot'], 'https://bot.example.com/', true],
  ['no address', ['chatbot'], null, false],
  ['no block', ['integrations'], 'https://bot.example.com/', false],
])('the menu leads to the chatbot with the block and an address: %s', async (_, blocks, chatbotUrl, isThere) => {
  const info = { version: '1', mode: 'production', demo: null, tagManagerId: null, chatbotUrl }
  const app = onPath('GET', '/api/v1/app', () => ({ status: 200, body: info }))
  const { server } = await renderApp('/dashboard', { session: sessionOf({ blocks }), routes: [app, ...dashboard] })
  await waitFor(() => expect(server.calls('GET', '/api/v1/app').length).toBeGreaterThan(0))
  await screen.findByText('Version 1')
  const link = screen.queryByRole('link', { name: /^Chatbot/ })
  expect([link?.getAttribute('href'), link?.getAttribute('target')]).toEqual(
    isThere ? [chatbotUrl, '_blank'] : [undefined, undefined],
  )
})

test('the footer and the title show name, year and version', async () => {
  await renderApp('/dashboard', { session: sessionOf(), routes: dashboard })
  const footer = within(screen.getByRole('contentinfo'))
  expect(footer.getByText(`© ${new Date().getFullYear()} Recado`)).toBeTruthy()
  expect(await footer.findByText('Version 1.2.3')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('(3) Dashboard · Recado'))
})

test('the title counts nothing that the person may not see', async () => {
  await renderApp('/dashboard', { session: sessionOf({ blocks: [] }), routes: dashboard })
  expect(document.title).toBe('Dashboard · Recado')
})

test('the count in the title goes with the session', async () => {
  const { server } = await renderApp('/dashboard', { session: sessionOf(), routes: dashboard })
  await waitFor(() => expect(document.title).toMatch(/^\(3\)/))
  server.state.session = null
  const newValue = JSON.stringify({ event: 'session', data: { trigger: 'signout' }, timestamp: 1 })
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'nextauth.message', newValue })))
  await waitFor(() => expect(document.title).toBe('Sign in · Recado'))
})

test('a failing page shows the error panel with its details and the way to reload', async () => {
  const broken = { ...sessionOf(), user: { ...sessionOf().user, name: undefined as unknown as string } }
  const { user } = await renderApp('/dashboard', { session: broken, routes: dashboard, fails: true })
  expect(await screen.findByText('There was an error in loading this page.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload this page' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Click for error details' }))
  expect(await screen.findByText(/TypeError/)).toBeTruthy()
  takeConsoleErrors()
})

test('a tab too many says that it is not kept up to date, and why', async () => {
  await renderApp('/dashboard', { session: sessionOf({}), routes: [...dashboard, myCompanies], line: 'full' })
  expect(await screen.findByText(/too many tabs are open/)).toBeTruthy()
})

const announcementId = '0192f000-0000-7000-8000-000000000077'
const announcementOf = (topic: 'product' | 'incident'): Announcement => ({
  ...{ id: announcementId, topic, until: new Date(Date.now() + 3_600_000).toISOString(), seen: false },
  content: {
    en: { title: 'Messages are late', body: 'WhatsApp is slow.' },
    pt: { title: 'Mensagens atrasadas', body: 'O WhatsApp está lento.' },
    url: '/profile',
  },
})

test.each([
  ['en', /Messages are late/, 'See more: Messages are late', 'Close announcement'],
  ['pt', /Mensagens atrasadas/, 'Ver mais: Mensagens atrasadas', 'Fechar comunicado'],
] as const)('an announcement stands above every page until it is closed (%s)', async (language, text, link, close) => {
  let announcement: Announcement | null = announcementOf('incident')
  const said: unknown[] = []
  const routes = [
    ...dashboard,
    on(getOwnAnnouncement, () => ({ announcement })),
    on(reactToAnnouncement, ({ body }) => {
      said.push(body)
      if (said.length === 3) announcement = null
      return undefined
    }),
  ]
  const { user, router } = await renderApp('/dashboard', { session: sessionOf(), routes, language })
  expect(await screen.findByText(text)).toBeTruthy()
  await user.click(screen.getByRole('link', { name: link }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/profile'))
  await user.click(screen.getByRole('button', { name: close }))
  await waitFor(() => expect(screen.queryByText(text)).toBeNull())
  await waitFor(() =>
    expect(said).toEqual(['seen', 'clicked', 'dismissed'].map((reaction) => ({ id: announcementId, reaction }))),
  )
})
