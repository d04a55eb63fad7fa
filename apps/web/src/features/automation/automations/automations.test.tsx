import { newNode, newTrigger } from '@recado/contracts/automation/automation-catalogue'
import { type AutomationGraph, emptyGraph } from '@recado/contracts/automation/automation-graph'
import {
  type AutomationRunDetail,
  type ConditionResult,
  type DryRun,
  estimateAutomation,
  explainAutomationEntry,
  getAutomationRun,
  listAutomationEntries,
  listAutomationRuns,
  listAutomationSamples,
  skipAutomationWait,
  testAutomation,
} from '@recado/contracts/automation/automation-runs'
import {
  type AutomationDetail,
  createAutomation,
  getAutomation,
  getAutomationStats,
  listAutomations,
  publishAutomation,
  setAutomationState,
  updateAutomation,
} from '@recado/contracts/automation/automations'
import { listTeams } from '@recado/contracts/companies/teams'
import { listContacts } from '@recado/contracts/contacts/address-book'
import { contactFields, listContactFields } from '@recado/contracts/contacts/contact-fields'
import { getContactSettings } from '@recado/contracts/contacts/contact-settings'
import { listTemplates } from '@recado/contracts/whatsapp/channel-templates'
import { listChannels } from '@recado/contracts/whatsapp/channels'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type FakeRoute, failing, on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'
import { insertStep } from './shared/graph-edit.ts'

const id = '019a0000-0000-7000-8000-0000000000a1'
const runId = '019a0000-0000-7000-8000-0000000000b1'
const contactId = '019a0000-0000-7000-8000-0000000000c1'
const at = '2026-11-01T12:00:00.000Z'
const session = sessionOf({ blocks: ['automations'] })

const greeting: AutomationGraph = insertStep(
  { ...emptyGraph, trigger: newTrigger('message_received') },
  { from: 'trigger', way: 'next' },
  { ...newNode('send_text', 'hello'), text: 'Hi {{contact.first_name|there}}' },
)

const automation: AutomationDetail = {
  ...{ id, name: 'Welcome', folder: '', state: 'active', pauseReason: null, trigger: 'message_received' },
  ...{ liveVersion: 2, changed: true, owner: null, day: { started: 4, completed: 3, failed: 1 }, running: 2 },
  ...{ lastRunAt: at, createdAt: at, updatedAt: at, version: 5, draft: greeting, findings: [] },
}
const page = { next: null, has_more: false }
const allowance = { active: { used: 1, limit: 50 }, runs: { used: 120, limit: 100_000 } }

const surroundings: FakeRoute[] = [
  on(listContactFields, () => ({
    data: contactFields([], { personalData: true } as never),
    references: { tags: [], lists: [], segments: [], members: [], labels: [], channels: [] },
  })),
  on(listTeams, () => ({ data: [] })),
  on(listChannels, () => ({ data: [] })),
  on(getContactSettings, () => ({ settings: { stages: [] } }) as never),
  on(listAutomations, () => ({ data: [automation], page, folders: [], allowance })),
  on(listAutomationSamples, () => ({ data: [] })),
  on(estimateAutomation, () => ({ contacts: 1250, more: true })),
]

const open = async (path: string, routes: FakeRoute[] = [], language: 'en' | 'pt' = 'en') =>
  renderApp(path, { session, language, routes: [...routes, on(getAutomation, () => automation), ...surroundings] })

test('an empty list teaches what automations are for, and one begins from a template that is filled in', async () => {
  const made: unknown[] = []
  const { user, router } = await open('/company/actions', [
    on(listAutomations, () => ({ data: [], page, folders: [], allowance })),
    on(createAutomation, ({ body }) => {
      made.push(body)
      return automation
    }),
  ])
  await screen.findByText('Let routine work run on its own')
  await user.click(screen.getByRole('button', { name: 'New automation' }))
  await user.click(await screen.findByRole('radio', { name: /Welcome first messages/ }))
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/company/actions/${id}`))
  expect(made).toEqual([
    expect.objectContaining({
      name: 'Welcome first messages',
      draft: expect.objectContaining({ trigger: expect.objectContaining({ kind: 'message_received', first: true }) }),
    }),
  ])
  expect(JSON.stringify(made)).toContain('Hi {{contact.first_name|there}}! Welcome to {{company.name}}.')
})

test('the list tells what of the plan is used, and one that the plan does not allow is not activated', async () => {
  const paused = { ...automation, state: 'paused', pauseReason: 'manual' } as const
  const { user } = await open('/company/actions', [
    on(listAutomations, () => ({
      ...{ data: [paused], page, folders: [] },
      allowance: { active: { used: 5, limit: 5 }, runs: { used: 1000, limit: 1000 } },
    })),
    failing(setAutomationState, 'limit_reached', { data: { quota: 'activeAutomations', limit: 5 } }),
  ])
  await screen.findByText('5 of 5 automations active · 1,000 of 1,000 runs this month')
  expect(screen.getByRole('alert').textContent).toMatch(/^This month’s runs are used up/)
  await user.click(await screen.findByRole('button', { name: 'Actions for Welcome' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Activate' }))
  await screen.findByText('Your plan allows 5 active automations. Pause another one first.')
})

test('a step that is put on the canvas says what it lacks, and is saved while it is filled in', async () => {
  const saved: AutomationGraph[] = []
  const { user } = await open(`/company/actions/${id}`, [
    on(updateAutomation, ({ body }) => {
      const { draft, version } = body as { draft: AutomationGraph; version: number }
      saved.push(draft)
      return { ...automation, draft, version: version + 1 }
    }),
  ])
  const canvas = await screen.findByRole('region', { name: 'Steps of Welcome' })
  await user.click(await within(canvas).findByRole('button', { name: 'Add a step after Send text' }))
  await user.click(await screen.findByRole('button', { name: /^Wait For minutes/ }))
  await user.click(await within(canvas).findByRole('button', { name: 'Add a step after Wait' }))
  await user.click(await screen.findByRole('button', { name: /^If \/ else/ }))
  const branch = await within(canvas).findByRole('button', { name: /If \/ else.*Fill this in/ })
  expect(branch.getAttribute('aria-current')).toBe('true')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true)
  await waitFor(() => expect(saved.at(-1)?.nodes.map(({ kind }) => kind)).toEqual(['send_text', 'wait', 'branch']))
  await within(canvas).findByRole('button', { name: 'Add a step after If / else, Yes' })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(within(canvas).queryByRole('button', { name: /If \/ else/ })).toBeNull())
})

test('what starts it may be that something lasts: for how long is set beside it, and told on the canvas', async () => {
  const saved: AutomationGraph[] = []
  const { user } = await open(`/company/actions/${id}`, [
    on(updateAutomation, ({ body }) => {
      const { draft, version } = body as { draft: AutomationGraph; version: number }
      saved.push(draft)
      return { ...automation, draft, version: version + 1 }
    }),
  ])
  const canvas = await screen.findByRole('region', { name: 'Steps of Welcome' })
  await user.click(await within(canvas).findByRole('button', { name: /Message received/ }))
  await screen.findByText('In the last 7 days it would have started for at least 1,250 contacts.')
  await user.click(await screen.findByRole('combobox', { name: 'Starts when' }))
  await user.click(await screen.findByRole('option', { name: 'Conversation unassigned' }))
  await user.clear(await screen.findByRole('textbox', { name: 'Unassigned for' }))
  await user.type(screen.getByRole('textbox', { name: 'Unassigned for' }), '45')
  await within(canvas).findByRole('button', { name: /Conversation unassigned\s*45 minutes/ })
  await waitFor(() =>
    expect(saved.at(-1)?.trigger).toEqual({
      ...{ kind: 'conversation_unassigned', channelIds: [], after: { amount: 45, unit: 'minutes' } },
    }),
  )
})

test('a step that sends a file names it, takes no words with a sound, and lacks its file once that is removed', async () => {
  const saved: AutomationGraph[] = []
  const file = { fileId: contactId, fileName: 'recado.mp3', media: 'audio', caption: '' } as const
  const draft = insertStep(greeting, { from: 'hello', way: 'next' }, { ...newNode('send_media', 'file'), ...file })
  const { user } = await open(`/company/actions/${id}`, [
    on(getAutomation, () => ({ ...automation, draft })),
    on(updateAutomation, ({ body }) => {
      const { draft: next, version } = body as { draft: AutomationGraph; version: number }
      saved.push(next)
      return { ...automation, draft: next, version: version + 1 }
    }),
  ])
  const canvas = await screen.findByRole('region', { name: 'Steps of Welcome' })
  await user.click(await within(canvas).findByRole('button', { name: /Send file\s*recado\.mp3/ }))
  const remove = await screen.findByRole('button', { name: 'Remove recado.mp3' })
  expect(screen.queryByRole('textbox', { name: 'Caption' })).toBeNull()
  await user.click(remove)
  await screen.findByRole('button', { name: 'Add file' })
  await user.type(screen.getByRole('textbox', { name: 'Caption' }), 'Look')
  await within(canvas).findByRole('button', { name: /Send file.*Fill this in/ })
  await waitFor(() =>
    expect(saved.at(-1)?.nodes.at(-1)).toMatchObject({ fileId: null, fileName: '', media: null, caption: 'Look' }),
  )
})

test('arrow keys go from step to step, Enter opens the fields, and Delete takes a step out', async () => {
  const { user } = await open(`/company/actions/${id}`, [
    on(updateAutomation, ({ body }) => ({ ...automation, ...(body as object), version: 6 })),
  ])
  const canvas = await screen.findByRole('region', { name: 'Steps of Welcome' })
  const trigger = await within(canvas).findByRole('button', { name: /^Message received/ })
  trigger.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(within(canvas).getByRole('button', { name: /^Send text/ }))
  await user.keyboard('{Enter}')
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })).value).toBe(
    'Hi {{contact.first_name|there}}',
  )
  within(canvas)
    .getByRole('button', { name: /^Send text/ })
    .focus()
  await user.keyboard('{Delete}')
  await waitFor(() => expect(within(canvas).queryByRole('button', { name: /^Send text/ })).toBeNull())
})

test('what was typed survives a save that fails, and the version with its note is published after it was saved', async () => {
  let fails = true
  const published: unknown[] = []
  const { user } = await open(`/company/actions/${id}`, [
    {
      ...on(updateAutomation, () => automation),
      handler: (seen) => {
        const { draft, version } = seen.body as { draft: AutomationGraph; version: number }
        return fails
          ? failing(updateAutomation, 'internal').handler(seen, {})
          : { status: 200, body: { ...automation, draft, version: version + 1 } }
      },
    },
    on(publishAutomation, ({ body }) => {
      published.push(body)
      return { ...automation, changed: false, liveVersion: 3, version: 7 }
    }),
  ])
  const canvas = await screen.findByRole('region', { name: 'Steps of Welcome' })
  await user.click(await within(canvas).findByRole('button', { name: /^Send text/ }))
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
  await user.type(text, '!')
  await screen.findByText('Not saved')
  expect(text.value).toBe('Hi {{contact.first_name|there}}!')
  fails = false
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  await user.type(await screen.findByRole('textbox', { name: 'What changed' }), 'Friendlier')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(published).toEqual([{ note: 'Friendlier', version: 6 }]))
})

test('a test says whether the contact enters, why not, and what would be sent', async () => {
  const result: DryRun = {
    ...{ enters: true, refusal: null, ending: 'finished', variables: {} },
    conditions: [],
    steps: [
      {
        ...{ node: 'hello', kind: 'send_text', rounds: [], state: 'done', outlet: 'next', decision: null, at },
        ...{ input: { text: 'Hi Ana' }, output: null, error: null },
      },
    ],
  }
  const { user } = await open(`/company/actions/${id}`, [
    on(listAutomationSamples, () => ({
      data: [
        {
          ...{
            id: 'one',
            kind: 'message_received' as const,
            at,
            contact: { id: contactId, name: 'Ana' },
            conversationId: null,
          },
          fields: { text: 'oi' },
        },
      ],
    })),
    on(testAutomation, () => result),
    on(listContacts, () => ({ data: [], page }) as never),
  ])
  await user.click(await screen.findByRole('button', { name: 'Test' }))
  await user.click(await screen.findByRole('combobox', { name: 'With something that happened' }))
  await user.click(await screen.findByRole('option', { name: /Message received · Ana/ }))
  await user.click(screen.getByRole('button', { name: 'Run test' }))
  await screen.findByText('Hi Ana')
  const canvas = screen.getByRole('region', { name: 'Steps of Welcome' })
  await within(canvas).findByRole('button', { name: /^Send text.*Done/ })
})

const run: AutomationRunDetail = {
  ...{ id: runId, automation: { id, name: 'Welcome' }, version: 2, trigger: 'message_received' },
  ...{ contact: { id: contactId, name: 'Ana' }, conversationId: null, state: 'delayed', ending: null, node: 'pause' },
  ...{ waiting: { for: 'moment', until: '2026-11-02T12:00:00.000Z', event: null }, steps: 2, error: null },
  ...{ startedAt: at, endedAt: null, event: { text: 'oi' }, variables: {}, parentId: null },
  graph: insertStep(greeting, { from: 'hello', way: 'next' }, newNode('wait', 'pause')),
  log: [
    {
      ...{ id: runId, node: 'hello', kind: 'send_text', rounds: [], state: 'done', outlet: 'next', decision: null },
      ...{ input: { text: 'Hi Ana' }, output: {}, error: null, attempt: 1, startedAt: at, endedAt: at },
    },
    {
      ...{ id: contactId, node: 'pause', kind: 'wait', rounds: [], state: 'waiting', outlet: null, decision: null },
      ...{ input: {}, output: null, error: null, attempt: 1, startedAt: at, endedAt: null },
    },
  ],
}

test('a run shows what it did and what it waits for, and its wait can be skipped', async () => {
  let skipped = false
  const { user } = await open(`/company/actions/runs/${runId}`, [
    on(getAutomationRun, () =>
      skipped ? { ...run, state: 'completed' as const, ending: 'finished' as const, endedAt: at } : run,
    ),
    on(skipAutomationWait, () => {
      skipped = true
      return run
    }),
  ])
  await screen.findByText(/^Waiting until/)
  const timeline = screen.getByRole('list', { name: 'What it did' })
  within(timeline).getByText('Hi Ana')
  await user.click(screen.getByRole('button', { name: 'Skip wait' }))
  await screen.findByText('It ran to the end')
})

test('a run shows the template that it sent as the contact got it', async () => {
  const channel = { id: '019a0000-0000-7000-8000-0000000000d1', name: 'Shop' }
  const template = {
    ...{ id: '1', name: 'order_ready', language: 'en_US', category: 'UTILITY', parameterFormat: 'POSITIONAL' },
    components: [{ type: 'BODY', text: 'Hi {{1}}, your order {{2}} is ready' }],
  }
  const input = { template: { name: 'order_ready', language: 'en_US', values: { 'body.1': 'Ana', 'body.2': '1043' } } }
  const [first] = run.log
  if (!first) throw new Error('The run has no step')
  await open(`/company/actions/runs/${runId}`, [
    on(getAutomationRun, () => ({ ...run, log: [{ ...first, kind: 'send_template' as const, input }] })),
    on(listChannels, () => ({ data: [channel] }) as never),
    on(listTemplates, () => ({ data: [template] }) as never),
  ])
  await screen.findByText('Hi Ana, your order 1043 is ready')
})

test('whoever asks why a contact did not enter is told which condition does not hold and what was there', async () => {
  const condition = {
    ...{
      path: 'children.0',
      field: 'city',
      operator: 'EQUAL' as const,
      value: 'Recife',
      actual: 'Olinda',
      holds: false,
    },
  } satisfies ConditionResult
  await open(
    `/company/actions/${id}?tab=entries&contactId=${contactId}`,
    [
      on(listAutomationEntries, () => ({ data: [], page })),
      on(explainAutomationEntry, () => ({
        ...{ enters: false, refusal: 'conditions' as const, conditions: [condition], runs: 0, events: 1 },
      })),
      on(listContacts, () => ({ data: [], page }) as never),
    ],
    'pt',
  )
  await screen.findByText('As condições não valem')
  await screen.findByText(/era Olinda/)
})

test('runs list failures that repeat, and an automation is paused only after it was asked', async () => {
  const states: unknown[] = []
  const { user } = await open(`/company/actions/${id}?tab=runs`, [
    on(listAutomationRuns, () => ({ data: [run], page })),
    on(getAutomationStats, () => ({
      ...{
        started: 9,
        completed: 5,
        failed: 3,
        canceled: 0,
        reachedGoal: 1,
        running: 1,
        refused: [],
        steps: [],
        days: [],
      },
      errors: [{ node: 'hello', code: 'window_closed', count: 3, lastAt: at }],
    })),
    on(setAutomationState, ({ body }) => {
      states.push(body)
      return { ...automation, state: 'paused' as const, pauseReason: 'manual' as const }
    }),
  ])
  await screen.findByText(/The 24-hour window was closed/)
  await screen.findByRole('link', { name: 'Ana' })
  await user.click(screen.getByRole('button', { name: 'Actions for Welcome' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Pause' }))
  expect(states).toEqual([])
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pause' }))
  await screen.findByText('This automation is paused')
  expect(states).toEqual([{ state: 'paused' }])
})
