import type { Condition, ConditionGroup } from '@recado/contracts/notifications/domain'
import { readPath } from '#server/notifications/shared/read-path.ts'
import { compareValues } from './operators.ts'
import { reportValue } from './report-value.ts'

export type ConditionSubscriber = {
  subscriberId: string
  firstName?: string | null
  lastName?: string | null
  email?: string | null
  phone?: string | null
  avatar?: string | null
  locale?: string | null
  data?: Record<string, unknown> | null
  isOnline: boolean | null
  lastOnlineAt: Date | null
  [key: string]: unknown
}

export type ConditionFacts = {
  payload: Record<string, unknown>
  subscriber: ConditionSubscriber
  tenant: { identifier: string; name: string | null; data: Record<string, unknown> | null } | null
  now: Date
}

export type WebhookAnswer = { ok: true; body: unknown } | { ok: false; error: string }

/** What conditions need from the world outside. */
export type ConditionPorts = {
  askWebhook: (url: string) => Promise<WebhookAnswer>
  messageOfStep: (stepUuid: string) => Promise<{ seen: boolean; read: boolean } | null>
  /** Must not escape HTML: the result is compared, not shown. */
  render: (template: string, context: Record<string, unknown>) => string
}

/** One condition that was looked at; with `error` it could not be decided. */
export type ConditionCheck = {
  on: string
  field?: string
  operator?: string
  expected: unknown
  actual: unknown
  passed: boolean
  error?: string
}

/** `webhookError` is there when the conditions did not pass and might have, had the webhook answered. */
export type ConditionReport = { passed: boolean; checks: ConditionCheck[]; webhookError?: string }

type ComparedCondition = Extract<Condition, { operator: unknown }>

const unit = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const

const expectedText = (condition: ComparedCondition, { payload, subscriber, tenant }: ConditionFacts, render: Render) =>
  condition.value.includes('{{') ? render(condition.value, { payload, subscriber, tenant }) : condition.value
type Render = ConditionPorts['render']

const compareWith = (
  condition: ComparedCondition,
  stored: unknown,
  facts: ConditionFacts,
  render: Render,
): ConditionCheck => {
  const { on, field, operator } = condition
  const check = { on, field, operator, expected: reportValue(condition.value), actual: reportValue(stored) }
  try {
    const expected = expectedText(condition, facts, render)
    return { ...check, expected: reportValue(expected), passed: compareValues(operator, stored, expected) }
  } catch (error) {
    return { ...check, passed: false, error: error instanceof Error ? error.message : String(error) }
  }
}

const storedValue = (on: 'payload' | 'subscriber' | 'tenant', field: string, facts: ConditionFacts): unknown => {
  if (on === 'payload') return readPath(facts.payload, field)
  const holder = facts[on]
  return readPath(holder, field) ?? readPath(holder?.data, field)
}

const wasOnlineWithin = ({ subscriber, now }: ConditionFacts, milliseconds: number) =>
  subscriber.isOnline === true ||
  (subscriber.lastOnlineAt !== null && now.getTime() - subscriber.lastOnlineAt.getTime() <= milliseconds)

const isOutside = ({ on }: Condition) => on === 'webhook' || on === 'previousStep'

const checkInside = (condition: Condition, facts: ConditionFacts, render: Render): ConditionCheck => {
  const { subscriber } = facts
  switch (condition.on) {
    case 'isOnline': {
      const { on, value } = condition
      return { on, expected: value, actual: subscriber.isOnline, passed: subscriber.isOnline === value }
    }
    case 'isOnlineInLast': {
      const { on, value, timeOperator } = condition
      return {
        on,
        expected: `${value} ${timeOperator}`,
        actual: subscriber.isOnline ? 'online' : subscriber.lastOnlineAt,
        passed: wasOnlineWithin(facts, value * unit[timeOperator]),
      }
    }
    case 'payload':
    case 'subscriber':
    case 'tenant':
      return compareWith(condition, storedValue(condition.on, condition.field, facts), facts, render)
    default:
      return { on: condition.on, expected: undefined, actual: undefined, passed: false, error: 'unknown condition' }
  }
}

const messageFits = {
  read: ({ read }) => read,
  unread: ({ read }) => !read,
  seen: ({ seen }) => seen,
  unseen: ({ seen }) => !seen,
} satisfies Record<string, (message: { seen: boolean; read: boolean }) => boolean>

type Outcome = { check: ConditionCheck; webhookError?: string }

const checkOutside = async (condition: Condition, facts: ConditionFacts, ports: ConditionPorts): Promise<Outcome> => {
  if (condition.on === 'previousStep') {
    const { on, step, stepType } = condition
    const message = await ports.messageOfStep(step)
    const passed = message === null || messageFits[stepType](message)
    return { check: { on, field: step, expected: stepType, actual: message, passed } }
  }
  if (condition.on !== 'webhook') return { check: checkInside(condition, facts, ports.render) }
  const { on, field, operator, value, webhookUrl } = condition
  const answer = await ports.askWebhook(webhookUrl)
  if (answer.ok) return { check: compareWith(condition, readPath(answer.body, field), facts, ports.render) }
  const check = {
    on,
    field,
    operator,
    expected: reportValue(value),
    actual: undefined,
    passed: false,
    error: answer.error,
  }
  return { check, webhookError: answer.error }
}

/**
 * A group passes when each or some of its children are as wanted: "not all of them" is "some of them are not".
 * A check that could not be decided is never as wanted, negated or not.
 */
type OpenGroup = { wanted: boolean; needs: 'every' | 'some'; waiting: Condition[] }

const judge = ({ wanted, needs }: OpenGroup, checks: readonly ConditionCheck[], complete: boolean): boolean | null => {
  const fits = ({ passed, error }: ConditionCheck) => error === undefined && passed === wanted
  if (needs === 'every') return checks.every(fits) ? (complete ? true : null) : false
  return checks.some(fits) ? true : complete ? false : null
}

const openGroup = ({ value, isNegated = false, children }: ConditionGroup): OpenGroup => ({
  wanted: !isNegated,
  needs: (value === 'AND') !== isNegated ? 'every' : 'some',
  waiting: children.filter(isOutside).sort((a, b) => Number(a.on === 'webhook') - Number(b.on === 'webhook')),
})

const askOnce = (ask: ConditionPorts['askWebhook']): ConditionPorts['askWebhook'] => {
  const answers = new Map<string, Promise<WebhookAnswer>>()
  return (url) => {
    const answer = answers.get(url) ?? ask(url)
    answers.set(url, answer)
    return answer
  }
}

const evaluateGroups = async (
  groups: readonly ConditionGroup[],
  facts: ConditionFacts,
  ports: ConditionPorts,
): Promise<ConditionReport> => {
  const checks: ConditionCheck[] = []
  const undecided: { group: OpenGroup; own: ConditionCheck[] }[] = []
  for (const { children, ...rest } of groups) {
    if (children.length === 0) return { passed: true, checks }
    const group = openGroup({ children, ...rest })
    const own = children.filter((child) => !isOutside(child)).map((child) => checkInside(child, facts, ports.render))
    checks.push(...own)
    const passed = judge(group, own, group.waiting.length === 0)
    if (passed) return { passed, checks }
    if (passed === null) undecided.push({ group, own })
  }
  const asking = { ...ports, askWebhook: askOnce(ports.askWebhook) }
  let failure: string | undefined
  for (const on of ['previousStep', 'webhook']) {
    for (const { group, own } of undecided) {
      let open = judge(group, own, false) === null
      while (open && group.waiting[0]?.on === on) {
        const { check, webhookError } = await checkOutside(group.waiting.shift() as Condition, facts, asking)
        own.push(check)
        checks.push(check)
        failure ??= webhookError
        const passed = judge(group, own, group.waiting.length === 0)
        if (passed) return { passed, checks }
        open = passed === null
      }
    }
  }
  return { passed: false, checks, ...(failure === undefined ? {} : { webhookError: failure }) }
}

/**
 * Evaluates the conditions of a step, a variant or an integration. Groups are alternatives; none at all pass.
 * Webhooks are asked last, each address once, and only while their answer can still change the outcome.
 * Nothing in the data makes it throw; what the ports throw comes through.
 */
export const evaluateConditions = (
  groups: readonly ConditionGroup[],
  facts: ConditionFacts,
  ports: ConditionPorts,
): Promise<ConditionReport> =>
  groups.length === 0 ? Promise.resolve({ passed: true, checks: [] }) : evaluateGroups(groups, facts, ports)

/** Whether some condition looks at more than the facts: at a webhook or at the message of an earlier step. */
export const needsOutside = (groups: readonly ConditionGroup[]): boolean =>
  groups.some(({ children }) => children.some(isOutside))
