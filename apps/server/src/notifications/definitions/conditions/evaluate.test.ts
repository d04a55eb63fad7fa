import { type Condition, type ConditionGroup, conditionGroup } from '@recado/contracts/notifications/domain'
import { expect, test } from 'vitest'
import { type ConditionFacts, type ConditionPorts, evaluateConditions, needsOutside } from './evaluate.ts'

const now = new Date('2026-06-15T12:00:00Z')

const facts = (change: Partial<ConditionFacts> = {}): ConditionFacts => ({
  payload: { plan: 'gold', amount: 12, urgent: true, tags: ['a', 'b'], order: { lines: [{ sku: 'x1' }] }, none: null },
  subscriber: {
    subscriberId: 'ana',
    firstName: 'Ana',
    email: null,
    locale: 'pt_BR',
    data: { plan: 'silver', address: { city: 'Porto' }, email: 'of-the-data' },
    isOnline: null,
    lastOnlineAt: null,
  },
  tenant: { identifier: 'acme', name: 'Acme', data: { plan: 'gold', seats: 20, name: 'hidden' } },
  now,
  ...change,
})

const lookUp = (template: string, context: Record<string, unknown>) =>
  template.replaceAll(/\{\{([\w.]+)\}\}/g, (_found, path: string) => {
    const value = path.split('.').reduce<unknown>((holder, key) => (holder as Record<string, unknown>)?.[key], context)
    return value === undefined ? '' : String(value)
  })

const world = (
  answers: Record<string, unknown> = {},
  messages: Record<string, { seen: boolean; read: boolean }> = {},
) => {
  const log: string[] = []
  const ports: ConditionPorts = {
    askWebhook: (url) => {
      log.push(url)
      return Promise.resolve(url in answers ? { ok: true, body: answers[url] } : { ok: false, error: `${url} is down` })
    },
    messageOfStep: (uuid) => {
      log.push(uuid)
      return Promise.resolve(messages[uuid] ?? null)
    },
    render: (template, context) => {
      log.push(template)
      if (template.includes('{{broken')) throw new Error('Parse error')
      return lookUp(template, context)
    },
  }
  return { ports, log }
}

const group = (children: unknown[], change: Partial<ConditionGroup> = {}): ConditionGroup =>
  conditionGroup.parse({ children, ...change })
const payload = (field: string, operator: string, value = '') => ({ on: 'payload', field, operator, value })
const hook = (webhookUrl: string, value = 'yes') => ({
  on: 'webhook',
  webhookUrl,
  field: 'ok',
  operator: 'EQUAL',
  value,
})
const yes = payload('plan', 'EQUAL', 'gold')
const no = payload('plan', 'EQUAL', 'tin')
const [a, b, c] = ['https://a.test/', 'https://b.test/', 'https://c.test/']

const outcome = async (groups: ConditionGroup[], change?: Partial<ConditionFacts>, ports = world().ports) =>
  (await evaluateConditions(groups, facts(change), ports)).passed

test('nothing to ask passes', async () => {
  expect(await evaluateConditions([], facts(), world().ports)).toEqual({ passed: true, checks: [] })
  expect(await outcome([group([])])).toBe(true)
  expect(await outcome([group([], { isNegated: true })])).toBe(true)
  expect(await outcome([group([no]), group([])])).toBe(true)
})

const stored: [Condition['on'], string, string, string, boolean][] = [
  ['payload', 'plan', 'EQUAL', 'gold', true],
  ['payload', 'amount', 'LARGER', '9', true],
  ['payload', 'urgent', 'EQUAL', 'true', true],
  ['payload', 'order.lines.0.sku', 'EQUAL', 'x1', true],
  ['payload', 'tags', 'IN', 'b', true],
  ['payload', 'tags', 'ALL_IN', 'a,b', true],
  ['payload', 'none', 'IS_DEFINED', '', false],
  ['payload', 'plan', 'IS_DEFINED', '', true],
  ['payload', 'missing.deep', 'IS_DEFINED', '', false],
  ['payload', 'constructor', 'IS_DEFINED', '', false],
  ['payload', '__proto__', 'IS_DEFINED', '', false],
  ['payload', 'tags.map', 'IS_DEFINED', '', false],
  ['payload', 'data.plan', 'IS_DEFINED', '', false],
  ['subscriber', 'firstName', 'EQUAL', 'Ana', true],
  ['subscriber', 'data.plan', 'EQUAL', 'silver', true],
  ['subscriber', 'plan', 'EQUAL', 'silver', true],
  ['subscriber', 'address.city', 'EQUAL', 'Porto', true],
  ['subscriber', 'data.address.city', 'EQUAL', 'Porto', true],
  ['subscriber', 'email', 'EQUAL', 'of-the-data', true],
  ['subscriber', 'lastName', 'IS_DEFINED', '', false],
  ['tenant', 'identifier', 'EQUAL', 'acme', true],
  ['tenant', 'name', 'EQUAL', 'Acme', true],
  ['tenant', 'data.name', 'EQUAL', 'hidden', true],
  ['tenant', 'data.plan', 'EQUAL', 'gold', true],
  ['tenant', 'seats', 'BETWEEN', '20,30', true],
]

test.each(stored)('%s %s %s %j is %s', async (on, field, operator, value, passed) => {
  const report = await evaluateConditions([group([{ on, field, operator, value }])], facts(), world().ports)
  expect(report.passed).toBe(passed)
  expect(report.checks).toEqual([expect.objectContaining({ on, field, operator, expected: value, passed })])
})

test('without a tenant its fields are missing', async () => {
  const ask = (operator: string) => group([{ on: 'tenant', field: 'identifier', operator, value: 'acme' }])
  expect(await outcome([ask('EQUAL')], { tenant: null })).toBe(false)
  expect(await outcome([ask('NOT_EQUAL')], { tenant: null })).toBe(true)
  expect(await outcome([ask('NOT_IN')], { tenant: null })).toBe(true)
  expect(await outcome([ask('IN')], { tenant: null })).toBe(false)
})

test('dates of the subscriber compare as ISO text', async () => {
  const subscriber = { ...facts().subscriber, lastOnlineAt: new Date('2026-06-01T00:00:00Z') }
  const condition = { on: 'subscriber', field: 'lastOnlineAt', operator: 'BETWEEN', value: '2026-06-01,2026-06-02' }
  expect(await outcome([group([condition])], { subscriber })).toBe(true)
})

test('the value is a template over payload, subscriber and tenant', async () => {
  const { ports, log } = world()
  const same = (value: string) => ({ on: 'tenant', field: 'data.plan', operator: 'EQUAL', value })
  expect(await outcome([group([same('{{payload.plan}}')])], {}, ports)).toBe(true)
  expect(await outcome([group([same('{{subscriber.data.plan}}')])], {}, ports)).toBe(false)
  expect(await outcome([group([same('{{tenant.data.plan}}')])], {}, ports)).toBe(true)
  expect(await outcome([group([same('{{plan}}')])], {}, ports)).toBe(false)
  log.length = 0
  expect(await outcome([group([same('gold')])], {}, ports)).toBe(true)
  expect(log).toEqual([])
})

test('what was rendered is converted and reported', async () => {
  const groups = [group([payload('amount', 'EQUAL', '{{payload.amount}}')])]
  const { checks, passed } = await evaluateConditions(groups, facts(), world().ports)
  expect(passed).toBe(true)
  expect(checks).toEqual([
    { on: 'payload', field: 'amount', operator: 'EQUAL', expected: '12', actual: 12, passed: true },
  ])
})

test('a value that cannot be rendered never passes, negated or not', async () => {
  const children = [payload('plan', 'NOT_EQUAL', '{{broken')]
  for (const isNegated of [false, true]) {
    const report = await evaluateConditions([group(children, { isNegated })], facts(), world().ports)
    expect(report.passed).toBe(false)
    expect(report.checks).toMatchObject([{ expected: '{{broken', error: 'Parse error', passed: false }])
    expect(report.webhookError).toBeUndefined()
  }
})

const joined: [string, string[], boolean, boolean][] = [
  ['AND', ['yes'], true, false],
  ['AND', ['no'], false, true],
  ['AND', ['yes', 'yes'], true, false],
  ['AND', ['yes', 'no'], false, true],
  ['AND', ['no', 'yes'], false, true],
  ['AND', ['no', 'no'], false, true],
  ['OR', ['yes'], true, false],
  ['OR', ['no'], false, true],
  ['OR', ['yes', 'no'], true, false],
  ['OR', ['no', 'yes'], true, false],
  ['OR', ['yes', 'yes'], true, false],
  ['OR', ['no', 'no'], false, true],
]

const kinds: Record<string, (name: string) => unknown> = {
  'stored values': (name) => (name === 'yes' ? yes : no),
  webhooks: (name) => hook(`https://${name}.test/`),
  'earlier steps': (name) => ({ on: 'previousStep', step: name, stepType: 'read' }),
}

for (const [kind, make] of Object.entries(kinds)) {
  test.each(joined)(`${kind}: %s of %j is %s, negated %s`, async (value, names, plain, negated) => {
    const messages = { yes: { seen: true, read: true }, no: { seen: true, read: false } }
    const { ports } = world({ 'https://yes.test/': { ok: 'yes' }, 'https://no.test/': { ok: 'no' } }, messages)
    const children = names.map(make)
    const joiner = { value: value as 'AND' | 'OR' }
    expect(await outcome([group(children, joiner)], {}, ports)).toBe(plain)
    expect(await outcome([group(children, { ...joiner, isNegated: true })], {}, ports)).toBe(negated)
  })
}

test('groups are alternatives', async () => {
  expect(await outcome([group([no]), group([yes])])).toBe(true)
  expect(await outcome([group([yes]), group([no])])).toBe(true)
  expect(await outcome([group([no]), group([no, yes])])).toBe(false)
  expect(await outcome([group([no]), group([no], { isNegated: true })])).toBe(true)
})

const online: [boolean | null, boolean, boolean][] = [
  [true, true, true],
  [true, false, false],
  [false, true, false],
  [false, false, true],
  [null, true, false],
  [null, false, false],
]

test.each(online)('a flag of %s fits isOnline %s: %s', async (isOnline, value, passed) => {
  const subscriber = { ...facts().subscriber, isOnline }
  expect(await outcome([group([{ on: 'isOnline', value }])], { subscriber })).toBe(passed)
})

const minute = 60_000
const recent: [string, number, 'minutes' | 'hours' | 'days', number | null, boolean | null, boolean][] = [
  ['just within', 5, 'minutes', 5 * minute, false, true],
  ['just too old', 5, 'minutes', 5 * minute + 1, false, false],
  ['within hours', 2, 'hours', 120 * minute, false, true],
  ['too old for hours', 2, 'hours', 120 * minute + 1, false, false],
  ['within days', 3, 'days', 3 * 1440 * minute, false, true],
  ['too old for days', 3, 'days', 3 * 1440 * minute + 1, false, false],
  ['online since long', 5, 'minutes', 900 * minute, true, true],
  ['never seen', 5, 'days', null, null, false],
  ['online, never left', 5, 'minutes', null, true, true],
]

test.each(recent)('%s: last %s %s', async (_name, value, timeOperator, ago, isOnline, passed) => {
  const lastOnlineAt = ago === null ? null : new Date(now.getTime() - ago)
  const subscriber = { ...facts().subscriber, isOnline, lastOnlineAt }
  expect(await outcome([group([{ on: 'isOnlineInLast', value, timeOperator }])], { subscriber })).toBe(passed)
})

const steps: [string, boolean, boolean, boolean][] = [
  ['read', true, true, true],
  ['read', true, false, false],
  ['unread', true, true, false],
  ['unread', true, false, true],
  ['seen', true, false, true],
  ['seen', false, false, false],
  ['unseen', false, false, true],
  ['unseen', true, false, false],
]

test.each(steps)('an earlier message is %s when seen %s and read %s: %s', async (stepType, seen, read, passed) => {
  const { ports, log } = world({}, { first: { seen, read } })
  const children = [{ on: 'previousStep', step: 'first', stepType }]
  expect(await outcome([group(children)], {}, ports)).toBe(passed)
  expect(log).toEqual(['first'])
})

test.each(['read', 'unread', 'seen', 'unseen'])('a step that made no message is %s', async (stepType) => {
  expect(await outcome([group([{ on: 'previousStep', step: 'other', stepType }])])).toBe(true)
})

test('an answer of a webhook is compared like a stored value', async () => {
  const { ports } = world({ [a]: { user: { score: 7 } }, [b]: 'text', [c]: null })
  const ask = (webhookUrl: string, operator: string, value: string) =>
    outcome([group([{ on: 'webhook', webhookUrl, field: 'user.score', operator, value }])], {}, ports)
  expect(await ask(a, 'LARGER', '6')).toBe(true)
  expect(await ask(a, 'LARGER', '{{payload.amount}}')).toBe(false)
  expect(await ask(a, 'IS_DEFINED', '')).toBe(true)
  expect(await ask(b, 'IS_DEFINED', '')).toBe(false)
  expect(await ask(c, 'NOT_EQUAL', '7')).toBe(true)
})

const asked: [string, ConditionGroup[], string[], boolean][] = [
  ['AND asks when the rest holds', [group([hook(a), yes])], [a], true],
  ['AND does not ask in vain', [group([hook(a), no])], [], false],
  ['OR asks when nothing holds', [group([hook(a), no], { value: 'OR' })], [a], true],
  ['OR does not ask in vain', [group([hook(a), yes], { value: 'OR' })], [], true],
  ['AND stops at a no', [group([hook(b), hook(a)])], [b], false],
  ['OR stops at a yes', [group([hook(a), hook(b)], { value: 'OR' })], [a], true],
  ['a negated AND is decided by a no', [group([hook(a), no], { isNegated: true })], [], true],
  ['a negated OR is decided by a yes', [group([hook(a), yes], { value: 'OR', isNegated: true })], [], false],
  ['another alternative needs no webhook', [group([hook(b)]), group([yes])], [], true],
  ['the next alternative asks', [group([hook(b)]), group([hook(a)])], [b, a], true],
  ['the same address is asked once', [group([hook(b)]), group([hook(b), yes])], [b], false],
  [
    'earlier steps come before webhooks',
    [group([hook(a), { on: 'previousStep', step: 's', stepType: 'read' }])],
    ['s', a],
    true,
  ],
  [
    'earlier steps of any alternative come before webhooks',
    [group([hook(b)]), group([{ on: 'previousStep', step: 's', stepType: 'read' }])],
    ['s'],
    true,
  ],
  [
    'earlier steps are not asked in vain',
    [group([{ on: 'previousStep', step: 's', stepType: 'read' }, no])],
    [],
    false,
  ],
]

test.each(asked)('%s', async (_name, groups, questions, passed) => {
  const { ports, log } = world({ [a]: { ok: 'yes' }, [b]: { ok: 'no' } })
  expect(await outcome(groups, {}, ports)).toBe(passed)
  expect(log).toEqual(questions)
})

const down = `${c} is down`
const failing: [string, ConditionGroup[], boolean, string | undefined][] = [
  ['alone', [group([hook(c)])], false, down],
  ['negated', [group([hook(c)], { isNegated: true })], false, down],
  ['in AND with what holds', [group([yes, hook(c)])], false, down],
  ['in AND with what does not hold', [group([no, hook(c)])], false, undefined],
  ['before another in AND', [group([hook(c), hook(a)])], false, down],
  ['in OR with one that answers yes', [group([hook(c), hook(a)], { value: 'OR' })], true, undefined],
  ['in OR with one that answers no', [group([hook(c), hook(b)], { value: 'OR' })], false, down],
  ['in a negated AND with one that answers no', [group([hook(c), hook(b)], { isNegated: true })], true, undefined],
  ['in a negated OR', [group([hook(c), no], { value: 'OR', isNegated: true })], false, down],
  ['beside an alternative that passes', [group([hook(c)]), group([hook(a)])], true, undefined],
  ['beside an alternative that does not', [group([hook(c)]), group([no])], false, down],
]

test.each(failing)('a webhook that fails %s', async (_name, groups, passed, webhookError) => {
  const { ports } = world({ [a]: { ok: 'yes' }, [b]: { ok: 'no' } })
  const report = await evaluateConditions(groups, facts(), ports)
  expect(report.passed).toBe(passed)
  expect(report.webhookError).toBe(webhookError)
})

test('a failed webhook is among the checks', async () => {
  const { checks } = await evaluateConditions([group([yes, hook(c)])], facts(), world().ports)
  expect(checks).toMatchObject([
    { on: 'payload', passed: true },
    { on: 'webhook', field: 'ok', operator: 'EQUAL', expected: 'yes', passed: false, error: down },
  ])
})

test('a condition of a kind that no one knows does not pass', async () => {
  const groups = [{ value: 'AND', children: [{ on: 'moon' }] }] as unknown as ConditionGroup[]
  expect(await evaluateConditions(groups, facts(), world().ports)).toMatchObject({
    passed: false,
    checks: [{ on: 'moon', passed: false, error: 'unknown condition' }],
  })
})

test('each condition of the groups that were looked at is reported', async () => {
  const groups = [group([no, yes]), group([payload('amount', 'EQUAL', '12')]), group([no])]
  const { checks } = await evaluateConditions(groups, facts(), world().ports)
  expect(checks.map(({ passed }) => passed)).toEqual([false, true, true])
})

test('what the ports throw comes through', async () => {
  const messageOfStep = () => Promise.reject(new Error('no database'))
  const groups = [group([{ on: 'previousStep', step: 's', stepType: 'read' }])]
  await expect(evaluateConditions(groups, facts(), { ...world().ports, messageOfStep })).rejects.toThrow('no database')
})

test('webhooks and earlier steps are outside', () => {
  expect(needsOutside([])).toBe(false)
  expect(needsOutside([group([yes, { on: 'isOnline', value: true }])])).toBe(false)
  expect(needsOutside([group([yes]), group([no, hook(a)])])).toBe(true)
  expect(needsOutside([group([{ on: 'previousStep', step: 's', stepType: 'read' }])])).toBe(true)
})

test('a report keeps no more than the beginning of what is long', async () => {
  const { ports } = world()
  const text = 'x'.repeat(100_000)
  const list = Array.from({ length: 1000 }, (_, index) => `entry ${index}`)
  const given = { payload: { text, list, few: ['a', { b: 1 }] } }
  const check = (field: string, operator: string, value: string) => ({ on: 'payload', field, operator, value })
  const groups = [
    conditionGroup.parse({
      children: [check('text', 'EQUAL', text), check('list', 'IN', 'entry 999'), check('few', 'IN', 'a')],
    }),
  ]
  const { passed, checks } = await evaluateConditions(groups, facts(given), ports)
  const begun = `${'x'.repeat(500)}…`
  expect(passed).toBe(true)
  expect(checks.map(({ expected, actual }) => [expected, actual])).toEqual([
    [begun, begun],
    ['entry 999', '(too long to be kept)'],
    ['a', ['a', { b: 1 }]],
  ])
})
