import { getLogEntry, getLogSummary, type LogEntry, listLog, retryMessages } from '@recado/contracts/inbox/message-log'
import { createSavedView, listSavedViews, type SavedView } from '@recado/contracts/inbox/saved-views'
import { exportList, getListSettings, updateListSettings } from '@recado/contracts/shared/lists'
import { listTasks, type Task } from '@recado/contracts/shared/tasks'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { addFilter } from '#web/test/add-filter.ts'
import { messageOf } from '#web/test/chat-fixtures.ts'
import { type FakeRoute, failing, on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf, usualPreferences } from '#web/test/sessions.ts'
import { setViewport } from '#web/test/viewport.ts'

const id = '0192f000-0000-7000-8000-0000000000f1'
const now = new Date().toISOString()

const entry: LogEntry = {
  id,
  conversationId: id,
  occurredAt: now,
  direction: 'out',
  contact: { id, displayName: 'Bia Rocha', phone: '+5581991230001' },
  channel: { id, name: 'Empório' },
  type: 'template',
  templateName: 'order_ready',
  preview: 'Seu pedido chegou',
  origin: 'agent',
  author: { id, name: 'Ana', avatarUrl: null },
  status: 'failed',
  error: { code: 131047, class: 'window' },
  category: 'utility',
  cost: { amount: 0.0068, currency: 'USD', estimated: true },
}

const task: Task = {
  id,
  kind: 'messages.export',
  status: 'running',
  progress: 2000,
  total: null,
  error: null,
  file: null,
  cancelRequested: false,
  createdAt: now,
  finishedAt: null,
}

const routes = (seen: { queries: string[]; exports: unknown[]; tasks: Task[] }): FakeRoute[] => [
  on(listLog, ({ query }) => {
    seen.queries.push(query.toString())
    return { data: query.get('status') === 'read' ? [] : [entry], page: { next: null, has_more: false } }
  }),
  on(getLogSummary, () => ({
    total: 20_000,
    capped: true,
    byStatus: [{ status: 'failed' as const, count: 3 }],
    costs: [{ currency: 'USD', amount: 12.5 }],
    ratesFrom: '2026-10-01',
  })),
  on(getLogEntry, () => ({
    entry,
    message: messageOf({ id, body: 'Seu pedido chegou', direction: 'out', status: 'failed' }),
    wamid: 'wamid.X1',
    pricing: { category: 'utility', type: null },
    timeline: [{ status: 'failed', at: now, seconds: 2, errorCode: 131047, detail: null }],
  })),
  on(exportList, ({ body }) => {
    seen.exports.push(body)
    seen.tasks = [task]
    return task
  }),
  on(listTasks, () => ({ data: seen.tasks })),
]

const routesOf = () => routes({ queries: [], exports: [], tasks: [] })

const open = (path: string, extra: FakeRoute[] = []) => {
  const seen = { queries: [] as string[], exports: [] as unknown[], tasks: [] as Task[] }
  return renderApp(path, { session: sessionOf(), routes: [...extra, ...routes(seen)] }).then(() => seen)
}

describe('the message log', () => {
  it.each([
    ['', 'Last 7 days'],
    ['?to=2026-03-31', '7 days up to Mar 31, 2026'],
    ['?from=2026-01-01', '400 days at most, from Jan 1, 2026'],
    ['?from=2025-01-01&to=2026-03-31', '400 days at most, up to Mar 31, 2026'],
  ])('says which days it covers: %s', async (address, words) => {
    await open(`/company/messages${address}`)
    await screen.findByText(words)
  })

  it('says nothing of days that are chosen and covered', async () => {
    await open('/company/messages?from=2026-03-01&to=2026-03-31')
    await screen.findByText('Seu pedido chegou')
    expect(screen.queryByText(/days/)).toBeNull()
  })

  it('tells what became of a message in plain words, what it cost, and what was heard of it', async () => {
    await open('/company/messages')
    const table = await screen.findByRole('table')
    expect(within(table).getByText('Not delivered')).toBeTruthy()
    expect(within(table).getByText(/≈/)).toBeTruthy()
    expect(await screen.findByText('20,000+')).toBeTruthy()
    fireEvent.click(within(table).getByText('Bia Rocha'))
    const drawer = await screen.findByRole('dialog', { name: 'Message' })
    expect(await within(drawer).findByText('Status history')).toBeTruthy()
    expect(within(drawer).getByText('wamid.X1')).toBeTruthy()
  })

  it('takes its filters from the address, and offers to clear them when nothing matches', async () => {
    const seen = await open('/company/messages?status=read')
    expect(await screen.findByText('No results')).toBeTruthy()
    expect(seen.queries[0]).toContain('status=read')
  })

  it('says what went wrong when the log cannot be read', async () => {
    await open('/company/messages', [failing(listLog, 'not_found')])
    expect(await screen.findByRole('button', { name: /try again|retry/i })).toBeTruthy()
  })

  it('exports what is shown, and shows the task', async () => {
    const seen = await open('/company/messages?status=failed')
    fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }))
    await waitFor(() =>
      expect(seen.exports).toEqual([{ list: 'messages', filter: { status: 'failed' }, format: 'xlsx' }]),
    )
    fireEvent.click(await screen.findByRole('button', { name: '1 task is running' }))
    const drawer = await screen.findByRole('dialog', { name: 'Background tasks' })
    expect(await within(drawer).findByText('2,000 so far')).toBeTruthy()
    expect(within(drawer).getByRole('button', { name: 'Stop' })).toBeTruthy()
  })
})

const second: LogEntry = {
  ...entry,
  id: '0192f000-0000-7000-8000-0000000000f2',
  contact: { ...entry.contact, displayName: 'Caio Luz' },
}
const two = on(listLog, ({ query }) => ({
  data: [entry, second],
  page: { next: null, has_more: true, ...(query.get('count') ? { total: 1234 } : {}) },
}))

const openList = (path: string, routes: FakeRoute[] = [], session = sessionOf()) =>
  renderApp(path, {
    session,
    routes: [...routes, two, ...routesOf()],
  })

describe('the list of messages', () => {
  it('lets rows be chosen, or all that match, and says what was left out', async () => {
    const bodies: unknown[] = []
    const retried = on(retryMessages, ({ body }) => {
      bodies.push(body)
      return { done: 1, skipped: [{ id: second.id, label: 'Caio Luz', code: 'window_closed' }] }
    })
    const { user } = await openList('/company/messages?status=failed', [retried])
    await user.click(await screen.findByRole('checkbox', { name: 'Select Bia Rocha' }))
    const bar = await screen.findByRole('region', { name: 'Selected rows' })
    expect(within(bar).getByRole('status').textContent).toBe('1 selected')
    await user.click(within(bar).getByRole('button', { name: 'Select all results' }))
    expect(await within(bar).findByText('All 1,234 results selected')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Select Caio Luz' }))
    expect(within(bar).getByRole('status').textContent).toBe('2 selected')
    await user.click(within(bar).getByRole('button', { name: 'Resend' }))
    const dialog = await screen.findByRole('dialog', { name: 'Resend failed messages' })
    await user.click(within(dialog).getByRole('button', { name: 'Resend' }))
    const result = await screen.findByRole('dialog', { name: '1 done, 1 skipped' })
    expect(within(result).getByText('Caio Luz')).toBeTruthy()
    expect(bodies).toEqual([{ ids: [entry.id, second.id] }])
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  })

  it('sends all that match with the count that was seen', async () => {
    const bodies: unknown[] = []
    const retried = on(retryMessages, ({ body }) => {
      bodies.push(body)
      return { done: 0, skipped: [], task: { ...task, kind: 'messages.retry' as const } }
    })
    const { user } = await openList('/company/messages?status=failed', [retried])
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: 'Select all results' }))
    await screen.findByText('All 1,234 results selected')
    await user.click(screen.getByRole('button', { name: 'Resend' }))
    const dialog = await screen.findByRole('dialog', { name: 'Resend failed messages' })
    await user.click(within(dialog).getByRole('button', { name: 'Resend' }))
    await waitFor(() => expect(bodies).toEqual([{ filter: { status: 'failed' }, expected: 1234 }]))
  })

  it('lets rows be chosen on a phone, where they are cards', async () => {
    setViewport('phone')
    const { user } = await openList('/company/messages?status=failed')
    const cards = await screen.findByRole('list', { name: 'Messages' })
    expect(screen.getByRole('button', { name: 'Save view' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Columns and density' })).toBeNull()
    await user.click(within(cards).getByRole('checkbox', { name: 'Select Caio Luz' }))
    const bar = await screen.findByRole('region', { name: 'Selected rows' })
    expect(within(bar).getByRole('status').textContent).toBe('1 selected')
    await user.click(within(bar).getByRole('button', { name: 'Clear selection' }))
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  })

  it('is gone through by keys', async () => {
    const { user, router } = await openList('/company/messages')
    await screen.findByRole('table')
    await user.keyboard('j')
    await user.keyboard('jx')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Caio Luz' }).checked).toBe(true)
    await user.keyboard('k')
    expect(document.activeElement?.textContent).toContain('Bia Rocha')
    await user.keyboard('?')
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(help).getByText('Next row')).toBeTruthy()
    await user.click(within(help).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('/')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Message text')
    await user.tab()
    screen.getByRole('table').querySelector<HTMLElement>('[data-row]')?.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.search).toMatchObject({ message: entry.id }))
  })

  it('shows the columns that a person wants, in their order', async () => {
    let kept: unknown = null
    const write = on(updateListSettings, ({ body }) => {
      kept = body
      return body as never
    })
    const read = on(getListSettings, () => ({
      data: [
        {
          list: 'messages' as const,
          settings: { order: ['status', 'contact'], hidden: ['cost'], density: 'compact' as const },
        },
      ],
    }))
    const { user } = await openList('/company/messages', [write, read])
    await waitFor(() =>
      expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
        ...['', 'Status', 'Contact', 'Time', 'Message', 'From', 'Number', 'Category'],
      ]),
    )
    await user.click(screen.getByRole('button', { name: 'Columns and density' }))
    await user.click(await screen.findByRole('checkbox', { name: 'From' }))
    await waitFor(() =>
      expect(kept).toEqual({
        list: 'messages',
        settings: { order: ['status', 'contact'], hidden: ['cost', 'origin'], density: 'compact' },
      }),
    )
    expect(screen.queryByRole('columnheader', { name: 'From' })).toBeNull()
  })

  it.each(['comfortable', 'compact'] as const)(
    'has %s rows where the person wants them everywhere',
    async (density) => {
      const session = sessionOf()
      const user = { ...session.user, preferences: { ...usualPreferences, density } }
      const opened = await openList('/company/messages', [], { ...session, user })
      await opened.user.click(await screen.findByRole('button', { name: 'Columns and density' }))
      const rows = within(await screen.findByRole('radiogroup', { name: 'Density' }))
      const name = density === 'compact' ? 'Compact' : 'Comfortable'
      await waitFor(() => expect(rows.getByRole('radio', { name })).toHaveProperty('checked', true))
    },
  )

  it('opens with the default view, and keeps filters under a name', async () => {
    const own: SavedView = {
      ...{ id, version: 1, page: 'messages', name: 'Failures', search: { status: 'failed' } },
      ...{ shared: false, editable: true, isDefault: true },
    }
    const saved: unknown[] = []
    const views = on(listSavedViews, () => ({ data: [own] }))
    const save = on(createSavedView, ({ body }) => {
      saved.push(body)
      return { ...own, ...(body as Partial<SavedView>) }
    })
    const { user, router } = await openList('/company/messages', [views, save])
    await waitFor(() => expect(router.state.location.search).toEqual({ status: 'failed' }))
    expect(await screen.findByRole('button', { name: 'Failures' })).toBeTruthy()
    await router.navigate({ to: '/company/messages', search: { direction: 'in' } })
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    await user.type(await screen.findByLabelText('View name'), 'From customers{Enter}')
    await waitFor(() =>
      expect(saved).toEqual([{ page: 'messages', name: 'From customers', search: { direction: 'in' }, shared: false }]),
    )
  })

  it('is filtered by chips: added by key or menu, changed, and taken away', async () => {
    const { user, router } = await openList('/company/messages')
    await screen.findByRole('table')
    await user.keyboard('f')
    await user.click(await screen.findByRole('menuitem', { name: 'Status' }))
    const editor = await screen.findByRole('dialog', { name: /^Status/ })
    await user.type(await within(editor).findByRole('textbox', { name: 'Status' }), 'not del{Enter}')
    await waitFor(() => expect(router.state.location.search).toEqual({ status: 'failed' }))
    await user.clear(within(editor).getByRole('textbox', { name: 'Status' }))
    await user.click(within(editor).getByRole('option', { name: 'Read' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ status: 'failed,read' }))
    await user.keyboard('{Escape}')
    const chip = await screen.findByRole('button', { name: 'Status: Not delivered, Read' })
    await addFilter(user, 'Error code', '131047{Enter}')
    await waitFor(() => expect(router.state.location.search).toEqual({ status: 'failed,read', errorCode: '131047' }))
    chip.focus()
    await user.keyboard('{Backspace}')
    await waitFor(() => expect(router.state.location.search).toEqual({ errorCode: '131047' }))
    await user.click(screen.getByRole('button', { name: 'Remove filter Error code' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  it('is filtered by a figure of its summary, and no more by the same', async () => {
    const { user, router } = await openList('/company/messages?direction=out')
    await user.click(await screen.findByRole('button', { name: 'Not delivered: 3' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ direction: 'out', status: 'failed' }))
    const figure = await screen.findByRole('button', { name: 'Not delivered: 3', pressed: true })
    await user.click(figure)
    await waitFor(() => expect(router.state.location.search).toEqual({ direction: 'out' }))
  })

  it('is limited to days by a common period', async () => {
    const { user, router } = await openList('/company/messages')
    await user.click(await screen.findByRole('button', { name: 'Date: Last 7 days' }))
    const editor = await screen.findByRole('dialog', { name: /^Date/ })
    await user.click(await within(editor).findByRole('button', { name: 'Last month' }))
    await waitFor(() => expect(router.state.location.search).toHaveProperty('from'))
    const { from, to } = router.state.location.search as { from: string; to: string }
    expect(from.slice(8)).toBe('01')
    expect(Date.parse(to) - Date.parse(from)).toBeGreaterThanOrEqual(27 * 86_400_000)
  })

  it('says what was looked for when nothing matches', async () => {
    await renderApp('/company/messages?status=read&q=pedido', { session: sessionOf(), routes: routesOf() })
    expect(await screen.findByText('Nothing matches “pedido” · Status: Read.')).toBeTruthy()
  })
})
