import { type ConditionGroup, conditionGroup } from '@recado/contracts/notifications/domain'
import { expect, test } from 'vitest'
import { chooseVariant } from './choose-variant.ts'
import type { ConditionFacts, ConditionPorts } from './evaluate.ts'

const facts: ConditionFacts = {
  payload: { plan: 'gold' },
  subscriber: { subscriberId: 'ana', isOnline: null, lastOnlineAt: null },
  tenant: null,
  now: new Date('2026-06-15T12:00:00Z'),
}

const ports: ConditionPorts = {
  askWebhook: () => Promise.resolve({ ok: false, error: 'down' }),
  messageOfStep: () => Promise.resolve(null),
  render: (template) => template,
}

const plan = (value: string) =>
  conditionGroup.parse({ children: [{ on: 'payload', field: 'plan', operator: 'EQUAL', value }] })
const hook = conditionGroup.parse({
  children: [{ on: 'webhook', webhookUrl: 'https://a.test/', field: 'ok', operator: 'IS_DEFINED' }],
})
const variant = (content: string, filters: ConditionGroup[], active = true) => ({
  active,
  filters,
  template: { content },
})
const own = { content: 'own' }

test.each([
  [
    'the first one that passes',
    [variant('a', [plan('tin')]), variant('b', [plan('gold')]), variant('c', [plan('gold')])],
    'b',
  ],
  ['not an inactive one', [variant('a', [plan('gold')], false), variant('b', [plan('gold')])], 'b'],
  ['not one without conditions', [variant('a', []), variant('b', [plan('gold')])], 'b'],
  ['not one with empty groups', [variant('a', [conditionGroup.parse({})]), variant('b', [plan('gold')])], 'b'],
  ['one of several alternatives', [variant('a', [plan('tin'), plan('gold')])], 'a'],
  ['the next one after a failed webhook', [variant('a', [hook]), variant('b', [plan('gold')])], 'b'],
])('the template is that of %s', async (_name, variants, content) => {
  const found = await chooseVariant({ template: own, variants }, facts, ports)
  expect(found.template).toEqual({ content })
  expect(found.variant).toBe(variants.find(({ template }) => template.content === content))
  expect(found.report?.passed).toBe(true)
})

test.each([
  ['there is none', undefined],
  ['the list is empty', []],
  ['none is active', [variant('a', [plan('gold')], false)]],
  ['none has conditions', [variant('a', [])]],
])("the template is the step's own when %s", async (_name, variants) => {
  expect(await chooseVariant({ template: own, variants }, facts, ports)).toEqual({
    template: own,
    variant: null,
    report: null,
  })
})

test('when none passes, the report says why', async () => {
  const found = await chooseVariant({ template: own, variants: [variant('a', [plan('tin')])] }, facts, ports)
  expect(found).toMatchObject({
    template: own,
    variant: null,
    report: { passed: false, checks: [{ expected: 'tin' }] },
  })
})

test('when none passes, a webhook that failed is not lost', async () => {
  const variants = [variant('a', [hook]), variant('b', [plan('tin')])]
  const { variant: chosen, report } = await chooseVariant({ template: own, variants }, facts, ports)
  expect(chosen).toBeNull()
  expect(report).toMatchObject({ passed: false, webhookError: 'down' })
})
