import { changeConversations } from '@recado/contracts/inbox/conversation-changes'
import {
  assignConversation,
  type ConversationSummary,
  countConversations,
  getConversation,
  listAssignees,
  listConversations,
  setConversationLabels,
  setConversationStatus,
  snoozeConversation,
  takeNextConversation,
} from '@recado/contracts/inbox/conversations'
import { listLabels } from '@recado/contracts/inbox/labels'
import { createSavedView, listSavedViews, type SavedView } from '@recado/contracts/inbox/saved-views'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { switchShortcuts } from '#web/lib/ui/shortcuts.ts'
import { ahead, chatRoutes, conversationId, messageOf, summaryOf } from '#web/test/chat-fixtures.ts'
import { giveSizes } from '#web/test/element-sizes.ts'
import { type FakeRoute, failing, on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'
import { setViewport } from '#web/test/viewport.ts'

const chat = '/integrations/whatsapp/chat'
const session = sessionOf({ blocks: ['whatsapp_chat', 'integrations'] })
const idOf = (number: number): string => `0192f000-0000-7000-8000-00000000${String(number).padStart(4, '0')}`
const named = (
  number: number,
  displayName: string,
  changes: Partial<ConversationSummary> = {},
): ConversationSummary => ({
  ...summaryOf(changes),
  id: number === 0 ? conversationId : idOf(number),
  contact: { id: idOf(9000 + number), displayName, phone: null },
  lastMessageAt: ahead(-60_000 * (number + 1)),
})
const queue = () => [named(0, 'Bia Rocha'), named(1, 'Caio Andrade'), named(2, 'Dona Lourdes')]
const label = { id: idOf(700), name: 'Parcel', color: 'teal' as const }

/** Parts of the page are loaded when they are first wanted: here before, so that no test waits for it. */
beforeAll(async () => {
  await import('./actions/pickers.tsx')
})

beforeEach(giveSizes)

type World = { items: ConversationSummary[] }

const isDetail = ({ method, pattern }: FakeRoute): boolean =>
  method === 'GET' && pattern.test(`/api/v1/conversations/${conversationId}`)

/** Every conversation of the world, by its id. */
const details = (world: World): FakeRoute => ({
  method: 'GET',
  pattern: /^\/api\/v1\/conversations\/(?<id>[0-9a-f-]{36})$/,
  handler: (seen, params) => {
    const summary = world.items.find(({ id }) => id === params['id']) ?? summaryOf()
    const route = chatRoutes({ summary, messages: [] }).find(isDetail)
    if (!route) throw new Error('The fixtures answer no conversation')
    return route.handler(seen, params)
  },
})

const openInbox = async (world: World, routes: FakeRoute[] = [], path = chat) => {
  const app = await renderApp(path, {
    session,
    routes: [
      ...routes,
      on(listConversations, ({ query }) => ({
        data: world.items.filter(({ contact }) => contact.displayName.includes(query.get('search') ?? '')),
        page: { next: null, has_more: false },
      })),
      on(listLabels, () => ({ data: [{ ...label, version: 1 }] })),
      details(world),
      ...chatRoutes({ summary: world.items[0] ?? summaryOf(), messages: [messageOf()] }),
    ],
  })
  await screen.findByText('Dona Lourdes')
  return app
}

const region = () => screen.getByRole('region', { name: 'Conversations' })
const inList = (name: string) => within(region()).queryByRole('button', { name: new RegExp(name) })
/** Waits until a conversation is open. Asking for a role would walk through the whole page each time. */
const opened = (name: string) =>
  waitFor(() => expect(document.querySelector('[aria-label="Conversation"] h2')?.textContent).toBe(name))
const open = async (name: string) => {
  const item = inList(name)
  if (!item) throw new Error(`${name} is not in the list`)
  fireEvent.click(item)
  await opened(name)
}
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

describe('the work flow of the chat', () => {
  it('resolves at once, opens the next conversation, and returns on undo', async () => {
    const world = { items: queue() }
    const set = on(setConversationStatus, ({ body }) => ({ ...queue()[0], ...(body as object) }) as ConversationSummary)
    const { server, user } = await openInbox(world, [set])
    await open('Bia Rocha')
    press('e')
    await opened('Caio Andrade')
    expect(inList('Bia Rocha')).toBeNull()
    const path = `/api/v1/conversations/${conversationId}/status`
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(server.calls('PUT', path).map(({ body }) => body)).toEqual([
        { status: 'resolved', survey: true },
        { status: 'open', survey: false },
      ]),
    )
    await opened('Bia Rocha')
  })

  it('keeps a conversation in its position when it is reopened or resolved by a colleague', async () => {
    const [first, ...others] = queue() as [ConversationSummary, ...ConversationSummary[]]
    const resolved = { ...first, status: 'resolved' as const }
    const world: World = { items: [resolved, ...others.map((item) => ({ ...item, status: 'resolved' as const }))] }
    const set = on(setConversationStatus, () => {
      world.items = world.items.with(0, first)
      return first
    })
    const { services } = await openInbox(world, [set], `${chat}?status=resolved`)
    await open('Bia Rocha')
    press('e')
    expect(await screen.findByRole('button', { name: 'Resolve' })).toBeTruthy()
    await opened('Bia Rocha')
    const names = () => [...document.querySelectorAll('[data-conversation-id] b')].map((element) => element.textContent)
    expect(names()).toEqual(['Bia Rocha', 'Caio Andrade', 'Dona Lourdes'])
    world.items = world.items.with(0, { ...resolved, version: 9 })
    services.socket.emit({ event: 'conversation.updated', conversationIds: [conversationId] })
    expect(await screen.findByRole('button', { name: 'Reopen' })).toBeTruthy()
    await opened('Bia Rocha')
  })

  it('takes a refused change back and says why', async () => {
    await openInbox({ items: queue() }, [failing(snoozeConversation, 'state_invalid')])
    await open('Bia Rocha')
    press('s')
    fireEvent.click(await screen.findByRole('option', { name: /For 1 hour/ }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    await waitFor(() => expect(inList('Bia Rocha')).toBeTruthy())
  })

  it('puts a label on by keys, before the server answers', async () => {
    let settle: (item: ConversationSummary) => void = () => {}
    const slow = on(setConversationLabels, () => new Promise<ConversationSummary>((resolve) => (settle = resolve)))
    const { user } = await openInbox({ items: queue() }, [slow])
    await open('Caio Andrade')
    press('l')
    const field = await screen.findByRole('combobox', { name: 'Labels' })
    await screen.findByRole('option', { name: 'Parcel' })
    await user.type(field, 'parc{Enter}')
    const row = inList('Caio Andrade')
    await waitFor(() => expect(within(row as HTMLElement).getByText('Parcel')).toBeTruthy())
    settle({ ...named(1, 'Caio Andrade'), labelIds: [label.id] })
  })

  it('assigns a conversation to a member found by name, and keeps it open in its position', async () => {
    const bruno = {
      id: idOf(801),
      name: 'Bruno Melo',
      avatarUrl: null,
      presence: 'busy' as const,
      openConversations: 7,
      teamIds: [],
    }
    const me = { id: session.user.id, name: session.user.name, avatarUrl: null }
    const items = queue().map((item) => ({ ...item, assignee: me }))
    const given = on(assignConversation, () => ({ ...(items[0] as ConversationSummary), assignee: bruno }))
    const own = { ...me, presence: 'online' as const, openConversations: 3, teamIds: [] }
    const people = on(listAssignees, ({ query }) => ({
      data: query.has('search') ? [bruno] : [own],
      page: { next: null, has_more: query.size === 0 },
    }))
    const { user, server } = await openInbox({ items }, [given, people], `${chat}?view=mine`)
    await open('Bia Rocha')
    press('a')
    await user.type(await screen.findByRole('combobox', { name: 'Assign' }), 'bru')
    expect(await screen.findByRole('option', { name: /Bruno Melo.*Busy · 7/ })).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Bia Rocha: reassigned')).toBeTruthy()
    expect(server.calls('PUT', `/api/v1/conversations/${conversationId}/assignment`)[0]?.body).toEqual({
      assigneeId: bruno.id,
    })
    await opened('Bia Rocha')
    expect(inList('Bia Rocha')).toBeTruthy()
  })

  it('selects a range, changes all of it, and names those that did not go', async () => {
    const partly = on(changeConversations, () => ({ done: 2, failed: [{ id: idOf(1), code: 'window_closed' }] }))
    const { user, server } = await openInbox({ items: queue() }, [partly])
    const boxes = within(region()).getAllByRole('checkbox')
    fireEvent.click(boxes[0] as HTMLElement)
    fireEvent.click(boxes[2] as HTMLElement, { shiftKey: true })
    expect(await screen.findByText('3 selected')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Resolve' }))
    const dialog = await screen.findByRole('dialog', { name: '2 changed, 1 not changed' })
    expect(within(dialog).getByText('Caio Andrade')).toBeTruthy()
    expect(server.calls('POST', '/api/v1/conversations/changes')[0]?.body).toEqual({
      ids: [conversationId, idOf(1), idOf(2)],
      change: { type: 'status', status: 'resolved', survey: true },
    })
  })

  it('undoes a bulk change, restoring each conversation', async () => {
    const bruno = { id: idOf(801), name: 'Bruno Melo', avatarUrl: null }
    const items = queue().map((item, at) => (at === 1 ? { ...item, priority: 'high' as const, assignee: bruno } : item))
    const all = on(changeConversations, ({ body }) => ({ done: (body as { ids: string[] }).ids.length, failed: [] }))
    const { user, server } = await openInbox({ items }, [all])
    for (const box of within(region()).getAllByRole('checkbox').slice(0, 2)) fireEvent.click(box)
    fireEvent.click(await screen.findByRole('button', { name: 'Priority' }))
    fireEvent.click(await screen.findByRole('option', { name: /Urgent/ }))
    expect(await screen.findByText('Priority set for 2 conversations')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    const changes = () => server.calls('POST', '/api/v1/conversations/changes').map(({ body }) => body)
    await waitFor(() => expect(changes()).toHaveLength(3))
    expect(changes().slice(1)).toEqual([
      { ids: [conversationId], change: { type: 'priority', priority: 'none' } },
      { ids: [idOf(1)], change: { type: 'priority', priority: 'high' } },
    ])
  })

  it('searches all conversations, and shows resolved ones separately', async () => {
    const items = [named(0, 'Bia Rocha'), named(1, 'Bia Lima', { status: 'resolved' }), named(2, 'Dona Lourdes')]
    const lists = on(listConversations, ({ query }) => ({
      data: items.filter(
        ({ status, contact }) =>
          (status === 'resolved') === (query.get('status') === 'resolved') &&
          contact.displayName.includes(query.get('search') ?? ''),
      ),
      page: { next: null, has_more: false },
    }))
    const { server, user } = await openInbox({ items }, [lists], `${chat}?view=mine`)
    await user.type(screen.getByRole('searchbox', { name: 'Search by name, phone or email' }), 'Bia')
    expect(await screen.findByRole('heading', { name: 'Resolved' })).toBeTruthy()
    const order = [...region().querySelectorAll('h2, [data-conversation-id] b')].map(({ textContent }) => textContent)
    expect(order).toEqual(['Bia Rocha', 'Resolved', 'Bia Lima'])
    const asked = server.calls('GET', '/api/v1/conversations').filter(({ query }) => query.has('search'))
    expect(new Set(asked.map(({ query }) => query.get('view')))).toEqual(new Set(['all']))
  })

  it('offers sound and notifications once, and shows the browser’s response', async () => {
    const answers: NotificationPermission[] = ['denied']
    vi.stubGlobal('Notification', { requestPermission: () => Promise.resolve(answers[0]) })
    localStorage.removeItem('recado.chat.alerts.offered')
    const { user, unmount } = await openInbox({ items: queue() })
    await user.click(await screen.findByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('Sound is on, notifications are blocked')).toBeTruthy()
    const offer = screen.getByRole('region', { name: 'New message alerts' })
    await user.click(within(offer).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('region', { name: 'New message alerts' })).toBeNull()
    expect(localStorage.getItem('recado.chat.alerts')).toBe('sound')
    unmount()
    localStorage.removeItem('recado.chat.alerts')
    await openInbox({ items: queue() })
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull()
  })

  it('walks with j and k, selects with x, and reads nothing while something is selected', async () => {
    const { server } = await openInbox({ items: queue() })
    await open('Bia Rocha')
    press('j')
    await opened('Caio Andrade')
    await waitFor(() => expect(document.activeElement).toBe(inList('Caio Andrade')))
    press('x')
    expect(await screen.findByText('1 selected')).toBeTruthy()
    press('j')
    await waitFor(() => expect(document.activeElement).toBe(inList('Dona Lourdes')))
    expect(server.calls('GET', `/api/v1/conversations/${idOf(2)}`)).toHaveLength(0)
    press('Escape')
    await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull())
  })

  it('goes on to what is unread next on a phone, and on with writing', async () => {
    const { matchMedia } = window
    onTestFinished(() => void Object.assign(window, { matchMedia }))
    setViewport('phone')
    const items = queue()
    const lists = on(listConversations, ({ query }) => ({
      data: query.has('limit', '2') ? items.slice(0, 2) : items,
      page: { next: null, has_more: false },
    }))
    const none = {
      mine: 0,
      unassigned: 0,
      team: 0,
      mentions: 0,
      failed: 0,
      snoozed: 0,
      pending: 0,
      all: 3,
      resolved: 0,
    }
    const { user, server } = await openInbox({ items }, [lists, on(countConversations, () => ({ ...none, unread: 2 }))])
    await open('Bia Rocha')
    await user.click(await screen.findByRole('textbox', { name: 'Message' }))
    await user.click(await screen.findByRole('button', { name: 'Next unread: Caio Andrade' }))
    await opened('Caio Andrade')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' })))
    const asked = server.calls('GET', '/api/v1/conversations').filter(({ query }) => query.has('limit', '2'))
    expect(asked[0]?.query.get('unread')).toBe('true')
    await user.click(await screen.findByRole('button', { name: 'Next unread: Bia Rocha' }))
    await opened('Bia Rocha')
  })

  it('does nothing on single keys while someone writes', async () => {
    const { user } = await openInbox({ items: queue() })
    await open('Bia Rocha')
    await user.type(screen.getByLabelText('Message'), 'jx')
    await opened('Bia Rocha')
    expect(screen.queryByText('1 selected')).toBeNull()
  })

  it('does nothing on single keys once they are switched off', async () => {
    await openInbox({ items: queue() })
    press('?')
    const words = await screen.findByText('Single-key shortcuts')
    const off = words.closest('[class*=root]')?.querySelector('input')
    if (!off) throw new Error('There is no switch')
    fireEvent.click(off)
    fireEvent.keyDown(off, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByText('Single-key shortcuts')).toBeNull())
    press('q')
    press('?')
    expect(screen.queryByText('Single-key shortcuts')).toBeNull()
    switchShortcuts(true)
  })

  it('says so when no one waits', async () => {
    const { user } = await openInbox({ items: queue() }, [on(takeNextConversation, () => ({ conversation: null }))])
    await user.click(screen.getByRole('button', { name: 'Answer next' }))
    expect(await screen.findByText('No one is waiting in your queues.')).toBeTruthy()
  })

  it('keeps filters in the address, shows them as chips, and saves them as a view', async () => {
    const saved: SavedView[] = []
    const save = on(createSavedView, ({ body }) => {
      const view = { ...(body as SavedView), id: idOf(600), editable: true, isDefault: false }
      saved.push(view)
      return view
    })
    const views = on(listSavedViews, () => ({ data: saved }))
    const { user, server, router } = await openInbox(
      { items: queue() },
      [save, views],
      `${chat}?label=${label.id}&unread=true`,
    )
    expect(await screen.findByRole('button', { name: 'Remove filter Parcel' })).toBeTruthy()
    const asked = server.calls('GET', '/api/v1/conversations').at(-1)?.query
    expect([asked?.get('labelId'), asked?.get('unread')]).toEqual([label.id, 'true'])
    await user.click(screen.getByRole('button', { name: /^View:/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Save view' }))
    await user.type(await screen.findByLabelText('View name'), 'Parcels{Enter}')
    expect(await screen.findByRole('button', { name: 'View: Parcels' })).toBeTruthy()
    expect(saved[0]).toMatchObject({
      page: 'chat',
      name: 'Parcels',
      search: { label: label.id, unread: 'true' },
      shared: false,
    })
    await user.click(screen.getByRole('button', { name: 'Remove filter Unread' }))
    expect(router.state.location.search).toEqual({ label: label.id })
  })

  it('shows a panel when the conversation is taken away in mid-work', async () => {
    let gone = false
    const world = { items: queue() }
    const taken: FakeRoute = failing(getConversation, 'not_found')
    const { services } = await openInbox(world, [
      {
        ...taken,
        get pattern() {
          return gone ? taken.pattern : /^never$/
        },
      },
    ])
    await open('Bia Rocha')
    gone = true
    services.socket.emit({ event: 'conversation.updated', conversationIds: [conversationId] })
    expect(await screen.findByText('Conversation not found')).toBeTruthy()
  })

  it('finds pages from anywhere', async () => {
    const { user, router } = await openInbox({ items: queue() })
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
    await user.type(await screen.findByLabelText('Search pages, people and actions'), 'profile{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'))
  })

  it('acts on the open conversation from the palette', async () => {
    const { user } = await openInbox({ items: queue() })
    await open('Bia Rocha')
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
    await user.type(await screen.findByLabelText('Search pages, people and actions'), 'change lab')
    fireEvent.click(await screen.findByText('Change labels'))
    expect(await screen.findByText('Parcel')).toBeTruthy()
  })
})
