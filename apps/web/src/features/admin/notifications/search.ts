import type { ChannelType, NotificationJobStatus } from '@recado/contracts/notifications/domain'
import { wordOf } from '#web/lib/api/search.ts'

// What the addresses of the pages say. Plain checks, because routes load before the schemas do.

const channels = { in_app: true, email: true, sms: true, chat: true, push: true } satisfies Record<ChannelType, true>
const statuses = {
  pending: true,
  queued: true,
  running: true,
  completed: true,
  failed: true,
  delayed: true,
  canceled: true,
  merged: true,
  skipped: true,
} satisfies Record<NotificationJobStatus, true>
const levels = ['error', 'success', 'info'] as const
export const workflowTabs = ['steps', 'preview', 'test', 'versions'] as const
export type WorkflowTab = (typeof workflowTabs)[number]

type Raw = Record<string, unknown>

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((candidate) => candidate === value)

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, 500) : undefined
}

const matching = (pattern: RegExp, value: unknown): string | undefined => {
  const text = textOf(value)
  return text && pattern.test(text) ? text : undefined
}

const idOf = (value: unknown) => matching(/^[0-9a-f]{24}$/i, value)
const dayOf = (value: unknown) => matching(/^\d{4}-\d{2}-\d{2}$/, value)

type Kept<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

const kept = <T extends object>(values: T): Kept<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Kept<T>

export const validateWorkflowSearch = (raw: Raw) =>
  kept({
    search: textOf(raw.search),
    group: idOf(raw.group),
    active: oneOf(['true', 'false'] as const, textOf(raw.active)),
  })
export type WorkflowSearch = ReturnType<typeof validateWorkflowSearch>

export const validateTab = (raw: Raw) => kept({ tab: oneOf(workflowTabs, raw.tab) })

export const validateRunSearch = (raw: Raw) =>
  kept({
    cursor: textOf(raw.cursor),
    workflow: idOf(raw.workflow),
    subscriber: textOf(raw.subscriber),
    transactionId: textOf(raw.transactionId),
    tenant: textOf(raw.tenant),
    channel: wordOf(channels, raw.channel),
    status: wordOf(statuses, raw.status),
    from: dayOf(raw.from),
    to: dayOf(raw.to),
  })
export type RunSearch = ReturnType<typeof validateRunSearch>

export const validateSubscriberSearch = (raw: Raw) => kept({ search: textOf(raw.search), cursor: textOf(raw.cursor) })
export type SubscriberSearch = ReturnType<typeof validateSubscriberSearch>

export const validateProviderSearch = (raw: Raw) =>
  kept({ search: textOf(raw.search), channel: wordOf(channels, raw.channel) })
/** A removed filter may be present as undefined. */
export type ProviderSearch = {
  search?: string | undefined
  channel?: ReturnType<typeof validateProviderSearch>['channel'] | undefined
}

export const validateLogSearch = (raw: Raw) =>
  kept({
    cursor: textOf(raw.cursor),
    code: matching(/^\d{4}$/, raw.code),
    level: oneOf(levels, raw.level),
    transactionId: textOf(raw.transactionId),
    subscriber: textOf(raw.subscriber),
  })
export type LogSearch = ReturnType<typeof validateLogSearch>
