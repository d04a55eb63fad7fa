import { channelTypes, type StepMetadata, type StepType } from '@recado/contracts/notifications/domain'
import { expect, test } from 'vitest'
import { validateMetadata } from './validate-metadata.ts'

const length = { amount: 1, unit: 'days' } as const
const monthly = { type: 'timed', amount: 1, unit: 'months' } as const

test.each<[StepType, StepMetadata]>([
  ['digest', length],
  ['digest', { ...length, type: 'regular', digestKey: 'a.b' }],
  ['digest', { ...length, type: 'backoff', backoffAmount: 1, backoffUnit: 'hours' }],
  ['digest', { ...length, type: 'regular', backoff: true, backoffAmount: 1, backoffUnit: 'hours' }],
  ['digest', { ...length, type: 'timed' }],
  ['digest', { ...length, type: 'timed', timed: { atTime: '09:00', timezone: 'Europe/Lisbon' } }],
  ['digest', { ...monthly, timed: { monthDays: [1] } }],
  ['digest', { ...monthly, timed: { monthlyType: 'each' } }],
  ['digest', { ...monthly, timed: { monthlyType: 'on', ordinal: '1', ordinalValue: 'day' } }],
  ['digest', { ...length, type: 'timed', timed: { monthlyType: 'on' } }],
  ['delay', length],
  ['delay', { type: 'scheduled', delayPath: 'sendAt' }],
  ['trigger', { workflow: 'other' }],
  ['custom', { url: 'https://example.com/hook' }],
  ['custom', { url: 'http://localhost:3000/{{x}}' }],
])('%s %j is fine', (type, metadata) => {
  expect(validateMetadata(type, metadata)).toEqual([])
})

const needed = ['amount is required', 'unit is required']

test.each<[StepType, StepMetadata | undefined, string[]]>([
  ['digest', undefined, needed],
  ['digest', {}, needed],
  ['digest', { amount: 1 }, ['unit is required']],
  ['digest', { type: 'scheduled', delayPath: 'x' }, ['type of a digest must be regular, backoff or timed']],
  ['digest', { ...length, type: 'backoff' }, ['backoffAmount is required', 'backoffUnit is required']],
  ['digest', { ...length, backoff: true, backoffAmount: 1 }, ['backoffUnit is required']],
  ['digest', { type: 'backoff', backoffAmount: 1, backoffUnit: 'days' }, needed],
  ['digest', { type: 'timed' }, needed],
  ['digest', { type: 'timed', amount: 1, unit: 'seconds' }, ['unit of a timed digest must not be seconds']],
  ['digest', { ...length, type: 'timed', timed: { timezone: 'Lisbon' } }, ['timed.timezone is unknown']],
  [
    'digest',
    { ...monthly, timed: { monthlyType: 'on' } },
    ['timed.ordinal is required', 'timed.ordinalValue is required'],
  ],
  ['digest', { ...monthly, timed: { monthlyType: 'on', ordinal: '1' } }, ['timed.ordinalValue is required']],
  ['digest', { ...monthly, timed: { monthlyType: 'on', ordinalValue: 'day' } }, ['timed.ordinal is required']],
  ['delay', undefined, needed],
  ['delay', { type: 'regular', unit: 'days' }, ['amount is required']],
  ['delay', { ...length, type: 'timed' }, ['type of a delay must be regular or scheduled']],
  ['delay', { ...length, type: 'backoff' }, ['type of a delay must be regular or scheduled']],
  ['delay', { ...length, type: 'scheduled' }, ['delayPath is required']],
  ['delay', { type: 'scheduled', delayPath: '' }, ['delayPath is required']],
  ['delay', { type: 'scheduled', delayPath: 'order.at' }, ['delayPath must be a top-level key of the payload']],
  ['trigger', undefined, ['workflow is required']],
  ['trigger', { workflow: '  ' }, ['workflow is required']],
  ['custom', undefined, ['url is required']],
  ['custom', { url: 'example.com' }, ['url must be an http or https address']],
  ['custom', { url: 'ftp://example.com' }, ['url must be an http or https address']],
  ['custom', { url: 'javascript:alert(1)' }, ['url must be an http or https address']],
])('%s %j is not: %j', (type, metadata, problems) => {
  const refused = validateMetadata(type, metadata)
  expect(refused.map(({ text }) => text)).toEqual(problems)
  expect(refused.map(({ path, message }) => `${path} ${message}`)).toEqual(problems)
})

test.each(channelTypes)('%s has no settings', (type) => {
  expect(validateMetadata(type)).toEqual([])
  expect(validateMetadata(type, { type: 'timed' })).toEqual([])
})
