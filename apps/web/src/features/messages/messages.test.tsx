import { exportList } from '@recado/contracts/lists'
import { getLogEntry, getLogSummary, type LogEntry, listLog } from '@recado/contracts/message-log'
import { listTasks, type Task } from '@recado/contracts/tasks'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { messageOf } from '../../test/chat-fixtures.ts'
import { type FakeRoute, failing, on } from '../../test/fake-server.ts'
import { renderApp } from '../../test/render-app.tsx'
import { sessionOf } from '../../test/sessions.ts'

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

const open = (path: string, extra: FakeRoute[] = []) => {
  const seen = { queries: [] as string[], exports: [] as unknown[], tasks: [] as Task[] }
  return renderApp(path, { session: sessionOf(), routes: [...extra, ...routes(seen)] }).then(() => seen)
}

describe('the message log', () => {
  it('tells what became of a message in plain words, what it cost, and what was heard of it', async () => {
    await open('/company/messages')
    const table = await screen.findByRole('table')
    expect(within(table).getByText('Not delivered')).toBeTruthy()
    expect(within(table).getByText(/≈/)).toBeTruthy()
    expect(await screen.findByText('20,000+')).toBeTruthy()
    fireEvent.click(within(table).getByText('Bia Rocha'))
    const drawer = await screen.findByRole('dialog', { name: 'Message' })
    expect(await within(drawer).findByText('What was heard of it')).toBeTruthy()
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
