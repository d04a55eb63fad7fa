import { type ChannelType, channelTypes } from '@recado/contracts/notifications/domain'
import { expect, test } from 'vitest'
import { type PreferenceRecord, preferenceRecord, refuseByPreference, resolveWorkflowPreference } from './resolve.ts'

const nothing = { workflow: {}, override: null, subscriber: null }
const record = (change: Partial<PreferenceRecord> = {}): PreferenceRecord => ({ enabled: null, ...change })

test('every channel in use is on when no one said anything', () => {
  expect(resolveWorkflowPreference({ ...nothing, channels: ['push', 'email', 'email'] })).toEqual({
    enabled: true,
    channels: { email: true, push: true },
    overrides: [],
  })
})

test('only channels in use are named, whoever spoke about others', () => {
  const all = { email: false, sms: false, in_app: false, chat: false, push: false }
  const found = resolveWorkflowPreference({ channels: ['sms'], workflow: all, override: all, subscriber: record(all) })
  expect(found).toEqual({
    enabled: true,
    channels: { sms: false },
    overrides: [{ channel: 'sms', source: 'subscriber' }],
  })
  expect(resolveWorkflowPreference({ ...nothing, channels: [], workflow: all }).channels).toEqual({})
})

const flags = [undefined, true, false] as const
const layers = flags.flatMap((workflow) =>
  flags.flatMap((override) =>
    ([...flags, null] as const).map((subscriber) => [workflow, override, subscriber] as const),
  ),
)

test.each(layers)('workflow %s, override %s, subscriber %s', (workflow, override, subscriber) => {
  const input = {
    workflow: workflow === undefined ? {} : { chat: workflow },
    override: override === undefined ? null : { chat: override },
    subscriber: subscriber === undefined ? null : record({ chat: subscriber }),
  }
  const [flag, source] =
    typeof subscriber === 'boolean'
      ? [subscriber, 'subscriber']
      : typeof override === 'boolean'
        ? [override, 'workflowOverride']
        : [workflow, 'template']
  const found = resolveWorkflowPreference({ ...input, channels: ['chat', 'sms'] })
  expect(found.channels).toEqual({ chat: flag ?? true, sms: true })
  expect(found.overrides).toEqual(flag === undefined ? [] : [{ channel: 'chat', source }])
  const refused = refuseByPreference({ ...input, critical: false, channel: 'chat', global: null })
  expect(refused).toBe(flag === false ? 'workflow' : null)
  expect(refuseByPreference({ ...input, critical: false, channel: 'sms', global: null })).toBeNull()
})

test('an override that says nothing about a channel leaves it', () => {
  const input = { workflow: { email: false, sms: true }, override: { sms: false }, subscriber: record() }
  expect(resolveWorkflowPreference({ ...input, channels: ['email', 'sms'] }).overrides).toEqual([
    { channel: 'email', source: 'template' },
    { channel: 'sms', source: 'workflowOverride' },
  ])
})

test.each([
  [null, true],
  [record(), true],
  [record({ enabled: true }), true],
  [record({ enabled: false }), false],
])('of the record %j the workflow is enabled: %s', (subscriber, enabled) => {
  const input = { ...nothing, subscriber, channels: ['email'] as const }
  expect(resolveWorkflowPreference(input)).toMatchObject({ enabled, channels: { email: true } })
  const refused = refuseByPreference({ ...input, critical: false, channel: 'email', global: null })
  expect(refused).toBe(enabled ? null : 'workflow')
})

test.each(channelTypes)('%s is refused by what it is refused by first', (channel: ChannelType) => {
  const other = channelTypes.find((type) => type !== channel) as ChannelType
  const off = record({ [channel]: false })
  const refuse = (global: PreferenceRecord | null, subscriber: PreferenceRecord | null, critical = false) =>
    refuseByPreference({ ...nothing, critical, channel, global, subscriber })
  expect(refuse(record({ enabled: false }), null)).toBe('global')
  expect(refuse(off, null)).toBe('global')
  expect(refuse(off, off)).toBe('global')
  expect(refuse(off, record({ [channel]: true }))).toBe('global')
  expect(refuse(record({ [other]: false }), null)).toBeNull()
  expect(refuse(record({ enabled: true, [channel]: true }), off)).toBe('workflow')
  expect(refuse(record(), record({ enabled: false, [channel]: true }))).toBe('workflow')
  expect(refuse(off, off, true)).toBeNull()
  expect(refuse(record({ enabled: false }), record({ enabled: false }), true)).toBeNull()
})

test('a tenant may switch on what the workflow switches off, and the other way round', () => {
  const refuse = (workflow: boolean, override: boolean) =>
    refuseByPreference({
      critical: false,
      channel: 'push',
      global: null,
      workflow: { push: workflow },
      override: { push: override },
      subscriber: null,
    })
  expect(refuse(false, true)).toBeNull()
  expect(refuse(true, false)).toBe('workflow')
})

test('a row is read by the names of the channels', () => {
  const row = { enabled: null, email: true, sms: false, inApp: false, chat: null, push: true }
  expect(preferenceRecord(row)).toEqual({
    enabled: null,
    email: true,
    sms: false,
    in_app: false,
    chat: null,
    push: true,
  })
})
