import { listNotificationIntegrations } from '@recado/contracts/admin/notification-integrations'
import {
  createNotificationWorkflow,
  getNotificationWorkflow,
  listNotificationOptions,
  previewNotificationStep,
} from '@recado/contracts/admin/notification-workflows'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failing, on } from '#web/test/fake-server.ts'
import { groupId, options, workflowId, workflowOf } from '#web/test/notification-fixtures.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'

const session = sessionOf({ role: 'admin', company: null })
const shared = [on(listNotificationOptions, () => options), on(getNotificationWorkflow, () => workflowOf())]
const path = createNotificationWorkflow.path

type User = Awaited<ReturnType<typeof renderApp>>['user']

const addStep = async (user: User, name: RegExp) => {
  await user.click(screen.getByRole('button', { name: 'Add step' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

const type = async (user: User, label: string | RegExp, text: string) => {
  const field = await screen.findByLabelText(label)
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
}

const open = async (routes = shared) => {
  const view = await renderApp('/admin/notifications/workflows/new', { session, routes })
  await screen.findByRole('button', { name: 'Add step' })
  return view
}

test('what is filled in is sent as the steps of a workflow, in their order', async () => {
  const { user, server, router } = await open([on(createNotificationWorkflow, () => workflowOf()), ...shared])
  await type(user, /^Name/, 'Order shipped')
  await addStep(user, /^In App/)
  await type(user, 'Text', 'Your order {{orderId}} is on its way')
  await addStep(user, /^Delay/)
  await type(user, 'Amount', '15')
  await user.click(screen.getByRole('button', { name: 'Move 2. Delay up' }))
  await waitFor(() => screen.getByRole('heading', { name: '1. Delay' }))
  await user.click(screen.getByRole('button', { name: 'Add condition' }))
  await type(user, 'Field', 'amount')
  await type(user, 'Value', '100')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/notifications/workflows/${workflowId}`))
  const body = server.calls('POST', path)[0]?.body
  expect(body).toMatchObject({
    name: 'Order shipped',
    description: null,
    groupId,
    active: false,
    preferenceSettings: { in_app: true, email: true, sms: true, chat: true, push: true },
    steps: [
      {
        template: { type: 'delay', content: '' },
        metadata: { type: 'regular', amount: 15, unit: 'minutes' },
        filters: [{ value: 'AND', children: [{ on: 'payload', field: 'amount', operator: 'EQUAL', value: '100' }] }],
      },
      { template: { type: 'in_app', content: 'Your order {{orderId}} is on its way' }, filters: [] },
    ],
  })
  expect(Object.keys((body as { steps: object[] }).steps[1] ?? {})).not.toContain('metadata')
})

test('a setting that a step needs is asked for before anything is sent, where it is missing', async () => {
  const { user, server } = await open()
  await type(user, /^Name/, 'Ping')
  await addStep(user, /^Call a URL/)
  await addStep(user, /^In App/)
  await user.click(screen.getByRole('button', { name: 'Create' }))
  const field = await screen.findByLabelText(/^URL/)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('1 field needs attention')).toBeTruthy()
  expect(server.calls('POST', path)).toHaveLength(0)
})

test('what the server refuses is marked at its field, in a step that is opened for it', async () => {
  const problem = { path: 'steps.0.template.content', code: 'invalid', message: 'Line 1: {{#if}} is not closed' }
  const refused = failing(createNotificationWorkflow, 'notification_step_invalid', { errors: [problem] })
  const { user } = await open([refused, ...shared])
  await type(user, /^Name/, 'Broken')
  await addStep(user, /^SMS/)
  await type(user, 'Text', '{{#if x}}')
  await user.click(screen.getByRole('button', { name: /^Trigger/ }))
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect((await screen.findByLabelText('Text')).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Line 1: {{#if}} is not closed')).toBeTruthy()
})

test('the parts of a step that the form does not show are kept when it is saved', async () => {
  const saved = { method: 'PUT', pattern: /.*/, handler: () => ({ status: 200, body: workflowOf() }) }
  const { user, server } = await renderApp(`/admin/notifications/workflows/${workflowId}/edit`, {
    session,
    routes: [saved, ...shared],
  })
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.seen.some(({ method }) => method === 'PUT')).toBe(true))
  const body = server.seen.find(({ method }) => method === 'PUT')?.body as { steps: Record<string, unknown>[] }
  const stored = workflowOf().steps
  expect(body.steps).toMatchObject([
    { _id: stored[0]?._id, metadata: { type: 'timed', amount: 1, unit: 'weeks', timed: { weekDays: ['monday'] } } },
    {
      _id: stored[1]?._id,
      uuid: 'mail',
      replyCallback: { active: true, url: 'https://example.com/reply' },
      template: { variables: [{ name: 'total', type: 'String', required: true }], content: [{ type: 'text' }] },
      variants: [{ uuid: 'mail-pt', filters: [{ isNegated: true }] }],
    },
  ])
})

const steps = () =>
  [...within(screen.getByRole('region', { name: 'Steps' })).getAllByRole('listitem')]
    .map((item) => /\d\. [A-Z][\w ]+?(?=No content|Waits|“|$)/.exec(item.textContent ?? '')?.[0])
    .filter(Boolean)

test('changes are undone and redone with keys and with buttons', async () => {
  const { user } = await open()
  await addStep(user, /^SMS/)
  await addStep(user, /^Delay/)
  expect(steps()).toEqual(['1. SMS', '2. Delay'])
  await user.click(screen.getByRole('button', { name: 'Remove 2. Delay' }))
  expect(steps()).toEqual(['1. SMS'])
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(steps()).toEqual(['1. SMS', '2. Delay']))
  await user.click(screen.getByRole('button', { name: 'Redo' }))
  await waitFor(() => expect(steps()).toEqual(['1. SMS']))
})

test('steps are selected, moved and removed with keys, and Enter focuses the fields', async () => {
  const { user } = await open()
  await addStep(user, /^SMS/)
  await addStep(user, /^Push/)
  screen.getByRole('button', { name: /^2\. Push/ }).focus()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await waitFor(() => expect(steps()).toEqual(['1. Push', '2. SMS']))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('1. Push'))
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(document.activeElement?.closest('section')?.textContent).toContain('2. SMS'))
  screen.getByRole('button', { name: /^2\. SMS/ }).focus()
  await user.keyboard('{Delete}')
  await waitFor(() => expect(steps()).toEqual(['1. Push']))
})

test('the preview follows the edited text, for the current user and with a sample for each variable', async () => {
  const shown: unknown[] = []
  const preview = on(previewNotificationStep, ({ body }) => {
    shown.push(body)
    const { template } = body as { template: { content: string } }
    const nothing = { subject: null, title: null, html: false, ctaUrl: null, buttons: [], error: null }
    return { ...nothing, content: `Preview: ${template.content}`, segments: 1 }
  })
  const { user } = await open([preview, ...shared])
  await addStep(user, /^SMS/)
  await type(user, 'Text', 'Order {{order}} left')
  expect(await screen.findByText('Preview: Order {{order}} left')).toBeTruthy()
  expect(shown.at(-1)).toMatchObject({ payload: { order: '[order]' }, subscriberId: session.user.id })
})

test('a step shows its warnings', async () => {
  const integrations = on(listNotificationIntegrations, () => ({ data: [] }))
  const { user } = await open([integrations, ...shared])
  await addStep(user, /^SMS/)
  await screen.findByRole('button', { name: /^1\. SMS.*No text yet.*No provider connected/ })
  await type(user, 'Text', 'Order left')
  expect(screen.queryByText(/No text yet/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Connect provider' })).toBeTruthy()
})

test('leaving a changed form asks first', async () => {
  const { user, router } = await open()
  await type(user, /^Name/, 'Half done')
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Cancel' }))
  expect(await screen.findByRole('dialog', { name: 'Discard your changes?' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/admin/notifications/workflows/new')
})
