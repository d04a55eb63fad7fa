import {
  createNotificationIntegration,
  listNotificationIntegrations,
  listNotificationProviders,
} from '@recado/contracts/admin/notification-integrations'
import { getNotificationStats } from '@recado/contracts/admin/notification-logs'
import { getNotificationRun, listNotificationRuns } from '@recado/contracts/admin/notification-runs'
import { listNotificationSubscribers } from '@recado/contracts/admin/notification-subscribers'
import {
  deleteNotificationWorkflow,
  getNotificationWorkflow,
  listNotificationOptions,
  listNotificationWorkflows,
  previewNotificationStep,
  setNotificationWorkflowStatus,
  testNotificationWorkflow,
  updateNotificationWorkflow,
} from '@recado/contracts/admin/notification-workflows'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failing, on } from '#web/test/fake-server.ts'
import { options, runId, runOf, workflowId, workflowOf } from '#web/test/notification-fixtures.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'

const session = sessionOf({ role: 'admin', company: null })
const page = { next: null, has_more: false }
const shared = [
  on(listNotificationProviders, () => ({ data: [] })),
  on(listNotificationOptions, () => options),
  on(getNotificationWorkflow, () => workflowOf()),
  on(listNotificationWorkflows, () => ({ data: [workflowOf()] })),
  on(getNotificationRun, () => runOf()),
  on(getNotificationStats, () => ({ days: [], waiting: 0, oldestDueSeconds: 0 })),
  on(listNotificationRuns, () => ({ data: [runOf()], page })),
  on(listNotificationSubscribers, () => ({
    data: [
      {
        subscriberId: 'ana',
        name: 'Ana Souza',
        email: 'ana@example.com',
        phone: null,
        locale: 'pt',
        online: true,
        lastOnlineAt: null,
        unread: 2,
        createdAt: '2026-11-21T12:00:00.000Z',
      },
    ],
    page,
  })),
]

test('only people who may administer notifications see the pages', async () => {
  await renderApp('/admin/notifications/workflows', { session: sessionOf(), routes: shared })
  expect(await screen.findByText("You don't have access to this page")).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Notifications' })).toBeNull()
})

test('the search of the workflows is in the address and goes to the server', async () => {
  const { user, server, router } = await renderApp('/admin/notifications/workflows?active=true', {
    session,
    routes: shared,
  })
  expect(await screen.findByRole('link', { name: 'Weekly figures' })).toBeTruthy()
  await user.type(screen.getByRole('searchbox', { name: 'Search by name or identifier' }), 'week')
  await waitFor(() => expect(router.state.location.search).toEqual({ active: 'true', search: 'week' }))
  await waitFor(() => {
    const last = server.calls('GET', listNotificationWorkflows.path).at(-1)
    expect(Object.fromEntries(last?.query ?? [])).toEqual({ active: 'true', search: 'week' })
  })
})

const critical = workflowOf({ critical: true })
const openCritical = async (path: string) => {
  const { user, server } = await renderApp(path, {
    session,
    routes: [
      on(listNotificationWorkflows, () => ({ data: [critical] })),
      on(getNotificationWorkflow, () => critical),
      on(setNotificationWorkflowStatus, () => ({ ...critical, active: false })),
      on(updateNotificationWorkflow, () => ({ ...critical, critical: false })),
      ...shared,
    ],
  })
  return {
    user,
    asked: async () => within(await screen.findByRole('dialog', { name: 'Turn off “Weekly figures”?' })),
    sent: (path: string) => server.calls('PUT', path.replace(':id', workflowId)).map(({ body }) => body),
  }
}

test.each(['', `/${workflowId}`])('a critical workflow asks before it goes off, at /workflows%s', async (path) => {
  const { user, asked, sent } = await openCritical(`/admin/notifications/workflows${path}`)
  await user.click(await screen.findByRole('switch', { name: 'Weekly figures is active' }))
  const dialog = await asked()
  expect(dialog.getByText(/workflow is critical/)).toBeTruthy()
  expect(sent(setNotificationWorkflowStatus.path)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Turn off' }))
  await waitFor(() =>
    expect(sent(setNotificationWorkflowStatus.path)).toEqual([{ active: false, confirmation: critical.name }]),
  )
})

test('a critical workflow asks before its form makes it uncritical', async () => {
  const { user, asked, sent } = await openCritical(`/admin/notifications/workflows/${workflowId}/edit`)
  await user.click(await screen.findByRole('switch', { name: /^Critical/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = await asked()
  expect(sent(updateNotificationWorkflow.path)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent(updateNotificationWorkflow.path)).toMatchObject([{ critical: false, confirmation: critical.name }]),
  )
})

test('a workflow that the product triggers says why it cannot be deleted', async () => {
  const { user } = await renderApp('/admin/notifications/workflows', {
    session,
    routes: [failing(deleteNotificationWorkflow, 'notification_workflow_bound'), ...shared],
  })
  await user.click(await screen.findByRole('button', { name: 'Actions for Weekly figures' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Weekly figures?' }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/triggered by the product/)
})

test.each([
  [
    'en',
    [
      'Groups and sends every week on Monday at 08:00',
      'Only if payload.amount is greater than 100',
      'Unless the subscriber is online',
    ],
  ],
  [
    'pt',
    [
      'Agrupa e envia a cada semana em segunda-feira às 08:00',
      'Somente se payload.amount é maior que 100',
      'Exceto se o destinatário está online',
    ],
  ],
] as const)('the steps read as sentences (%s)', async (language, sentences) => {
  await renderApp(`/admin/notifications/workflows/${workflowId}`, { session, routes: shared, language })
  for (const sentence of sentences) expect(await screen.findByText(sentence)).toBeTruthy()
})

test('a preview shows a mail in a frame without scripts, and says why a template cannot be shown', async () => {
  const shown = {
    subject: 'Your week: 12',
    title: null,
    content: '<p>Twelve</p>',
    html: true,
    ctaUrl: null,
    buttons: [],
    error: null,
    segments: null,
  }
  const preview = on(previewNotificationStep, ({ body }) => {
    const { total } = (body as { payload: { total: string } }).payload
    return total === 'x' ? { ...shown, error: 'Line 1: {{#if}} is not closed' } : shown
  })
  const { user, server } = await renderApp(`/admin/notifications/workflows/${workflowId}?tab=preview`, {
    session,
    routes: [preview, ...shared],
  })
  const frame = await screen.findByTitle('Email')
  expect(frame.getAttribute('sandbox')).toBe('')
  expect(frame.getAttribute('srcdoc')).toBe('<p>Twelve</p>')
  expect(server.calls('POST', previewNotificationStep.path)[0]?.body).toMatchObject({
    template: { type: 'email' },
    payload: { total: '12' },
  })
  await user.clear(screen.getByLabelText(/^total/))
  await user.type(screen.getByLabelText(/^total/), 'x')
  expect((await screen.findByRole('alert')).textContent).toContain('{{#if}} is not closed')
})

test('a test triggers the workflow and follows its run until it is settled', async () => {
  let asked = 0
  const run = on(getNotificationRun, () => {
    asked += 1
    const settled = runOf()
    return asked > 1
      ? settled
      : { ...settled, jobs: settled.jobs.map((job) => ({ ...job, status: 'running' as const })) }
  })
  const trigger = on(testNotificationWorkflow, () => ({ status: 'processed' as const, transactionId: 'tx-1' }))
  const { user, server } = await renderApp(`/admin/notifications/workflows/${workflowId}?tab=test`, {
    session,
    routes: [run, trigger, ...shared],
  })
  await user.click(await screen.findByRole('combobox', { name: /Subscriber/ }))
  await user.click(await screen.findByRole('option', { name: /Ana Souza/ }))
  await user.click(screen.getByRole('button', { name: 'Run test' }))
  expect(await screen.findByText('Running…')).toBeTruthy()
  expect(await screen.findByText('Finished')).toBeTruthy()
  expect(screen.getByText('The provider rejected the message')).toBeTruthy()
  const sent = server.seen.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({ subscriberId: 'ana', payload: { total: '12' } })
})

test('the filters of the activity are in the address; a run leads to its timeline', async () => {
  const path = `/admin/notifications/activity?status=failed&channel=email&from=2026-11-01&workflow=nonsense`
  const { user, server } = await renderApp(path, { session, routes: shared })
  const link = await screen.findByRole('link', { name: 'Weekly figures' })
  const query = Object.fromEntries(server.calls('GET', listNotificationRuns.path)[0]?.query ?? [])
  expect(query).toMatchObject({ status: 'failed', channel: 'email', limit: '25' })
  expect(new Date(query.from ?? '').getDate()).toBe(1)
  expect(Object.keys(query)).not.toContain('workflowId')
  expect(screen.getByRole('img', { name: 'Email: Failed' })).toBeTruthy()
  await user.click(link)
  const timeline = within(await screen.findByRole('list', { name: 'Run steps' }))
  expect(timeline.getByText('The provider rejected the message')).toBeTruthy()
  await user.click(timeline.getByRole('button', { name: 'Show details' }))
  expect(await timeline.findByText(/No such mailbox/)).toBeTruthy()
})

test('a run in Portuguese speaks Portuguese', async () => {
  const { workflow } = runOf()
  const run = runOf({ workflow: { ...workflow, translations: { pt: { [workflow.name]: 'Números da semana' } } } })
  const routes = [on(getNotificationRun, () => run), ...shared]
  await renderApp(`/admin/notifications/activity/${runId}`, { session, routes, language: 'pt' })
  expect(await screen.findByRole('heading', { name: 'Números da semana' })).toBeTruthy()
  expect(await screen.findByText('O provedor recusou a mensagem')).toBeTruthy()
  expect(screen.getByText('Falhou')).toBeTruthy()
})

test('a provider is connected with the fields that it asks for; others are not available yet', async () => {
  const field = { description: null, required: true, secret: false, default: null, options: [] }
  const fields = [
    { ...field, key: 'host', displayName: 'Host', type: 'string' as const },
    { ...field, key: 'port', displayName: 'Port', type: 'number' as const },
    { ...field, key: 'password', displayName: 'Password', type: 'password' as const, secret: true },
    { ...field, key: 'secure', displayName: 'Secure', type: 'switch' as const, required: false },
  ]
  const provider = { channel: 'email' as const, docUrl: null, beta: false, fields }
  const routes = [
    on(listNotificationIntegrations, () => ({ data: [] })),
    on(listNotificationProviders, () => ({
      data: [
        { ...provider, id: 'nodemailer', displayName: 'SMTP', available: true },
        { ...provider, id: 'other', displayName: 'Other', available: false },
      ],
    })),
    failing(createNotificationIntegration, 'notification_integration_invalid', {
      errors: [{ path: 'credentials.host', code: 'invalid', message: 'host is unknown' }],
    }),
  ]
  const { user, server } = await renderApp('/admin/notifications/integrations', { session, routes })
  const gallery = await screen.findByRole('list', { name: 'Connect a provider' })
  const later = screen.getByRole('list', { name: 'Not available yet · 1' })
  expect(within(later).getByRole('button', { name: /Other/ }).hasAttribute('disabled')).toBe(true)
  expect(within(gallery).queryByRole('button', { name: /Other/ })).toBeNull()
  await user.click(within(gallery).getByRole('button', { name: /SMTP/ }))
  await user.type(await screen.findByLabelText(/^Host/), 'mail.example.com')
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  expect(server.calls('POST', createNotificationIntegration.path)).toHaveLength(0)
  await user.type(screen.getByLabelText(/^Port/), '587')
  await user.type(screen.getByLabelText(/^Password/), 's3cret')
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  await waitFor(() => expect(screen.getByLabelText(/^Host/).getAttribute('aria-invalid')).toBe('true'))
  expect(server.calls('POST', createNotificationIntegration.path)[0]?.body).toEqual({
    name: 'SMTP',
    active: true,
    check: false,
    providerId: 'nodemailer',
    channel: 'email',
    credentials: { host: 'mail.example.com', port: 587, password: 's3cret', secure: false },
  })
})

test('the fields of a provider have Portuguese words', async () => {
  const field = { description: null, required: true, secret: false, default: null, options: [] }
  const fields = [
    {
      ...field,
      key: 'from',
      displayName: 'From email address',
      type: 'string' as const,
      description: 'The server key.',
    },
    { ...field, key: 'new', displayName: 'Quite new', type: 'string' as const },
  ]
  const provider = { channel: 'email' as const, docUrl: null, beta: false, fields, available: true }
  const routes = [
    on(listNotificationIntegrations, () => ({ data: [] })),
    on(listNotificationProviders, () => ({ data: [{ ...provider, id: 'nodemailer', displayName: 'SMTP' }] })),
  ]
  const { user } = await renderApp('/admin/notifications/integrations', { session, routes, language: 'pt' })
  await user.click(await screen.findByRole('button', { name: /SMTP/ }))
  expect(await screen.findByLabelText(/^E-mail do remetente/)).toBeTruthy()
  expect(screen.getByText('A chave do servidor.')).toBeTruthy()
  expect(screen.getByLabelText(/^Quite new/)).toBeTruthy()
})

test('providers are found by name and by channel, and the URL keeps both', async () => {
  const provider = { docUrl: null, beta: false, fields: [], available: true }
  const routes = [
    on(listNotificationIntegrations, () => ({ data: [] })),
    on(listNotificationProviders, () => ({
      data: [
        { ...provider, channel: 'email' as const, id: 'ses', displayName: 'SES' },
        { ...provider, channel: 'sms' as const, id: 'sns', displayName: 'SNS' },
        { ...provider, channel: 'sms' as const, id: 'twilio', displayName: 'Twilio' },
      ],
    })),
  ]
  const { user, router } = await renderApp('/admin/notifications/integrations', { session, routes })
  const names = () =>
    within(screen.getByRole('list', { name: 'Connect a provider' }))
      .getAllByRole('button')
      .map(({ textContent }) => /SES|SNS|Twilio/.exec(textContent ?? '')?.[0])
  await screen.findByRole('list', { name: 'Connect a provider' })
  await user.click(screen.getByRole('button', { name: 'SMS' }))
  await waitFor(() => expect(names()).toEqual(['SNS', 'Twilio']))
  await user.type(screen.getByRole('searchbox', { name: 'Search providers' }), 'twi')
  await waitFor(() => expect(names()).toEqual(['Twilio']))
  expect(router.state.location.search).toEqual({ channel: 'sms', search: 'twi' })
})
