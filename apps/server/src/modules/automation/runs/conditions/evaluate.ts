import type { TriggerKind } from '@recado/contracts/automation/automation-events'
import { findRunField, isRunField } from '@recado/contracts/automation/automation-fields'
import type { ConditionResult } from '@recado/contracts/automation/automation-runs'
import { type FilterCondition, type FilterGroup, isFilterGroup } from '@recado/contracts/shared/filter'
import type { SQL } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { toWallClock } from '#server/lib/zone.ts'
import { contactPart, weekdayOf } from '#server/modules/automation/automations/index.ts'
import { compileFilter, loadCatalogue } from '#server/modules/contacts/filters/index.ts'
import { type ChatFacts, findChat, isLookedUp, matchContacts } from '../queries/facts.ts'
import { holdsFor } from './hold.ts'

/** What conditions are asked of. */
export type Subject = {
  trigger: TriggerKind
  contactId: string | null
  conversationId: string | null
  event: Record<string, unknown>
  variables: Record<string, unknown>
}

export type Verdict = { holds: boolean; conditions: ConditionResult[] }

type Leaf = { path: string; condition: FilterCondition }

const leavesOf = (group: FilterGroup, path = ''): Leaf[] =>
  group.children.flatMap((node, index) => {
    const at = `${path}children.${index}`
    return isFilterGroup(node) ? leavesOf(node, `${at}.`) : [{ path: at, condition: node }]
  })

const combine = (group: FilterGroup, holds: ReadonlyMap<string, boolean>, path = ''): boolean => {
  const parts = group.children.map((node, index) => {
    const at = `${path}children.${index}`
    return isFilterGroup(node) ? combine(node, holds, `${at}.`) : holds.get(at) === true
  })
  if (parts.length === 0) return true
  return group.value === 'AND' ? parts.every(Boolean) : parts.some(Boolean)
}

/** Conditions as SQL over contacts; null for one that names what is gone. */
const compileLeaves = async (ctx: CompanyCtx, tree: FilterGroup, leaves: readonly Leaf[]) => {
  const catalogue = await loadCatalogue(ctx, [contactPart(tree)], { personalData: true, segments: true })
  const compiled: { field: string; holds: SQL | null }[] = []
  for (const { condition } of leaves) {
    const one: FilterGroup = { value: 'AND', children: [condition] }
    const holds = await compileFilter(ctx, one, { personalData: true, catalogue }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'validation_failed') return null
      throw error
    })
    compiled.push({ field: condition.field, holds })
  }
  return compiled
}

const shown = (value: unknown): ConditionResult['actual'] => {
  if (typeof value === 'string') return value.slice(0, 200)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return Array.isArray(value) ? value.map(String).slice(0, 20) : null
}

type Contacts = (contactId: string | null, path: string) => Pick<ConditionResult, 'holds' | 'actual'>

const askContacts = async (
  ctx: CompanyCtx,
  tree: FilterGroup,
  leaves: readonly Leaf[],
  subjects: readonly Subject[],
): Promise<Contacts> => {
  const ids = [...new Set(subjects.flatMap(({ contactId }) => contactId ?? []))]
  if (leaves.length === 0 || ids.length === 0) return () => ({ holds: false })
  const found = await matchContacts(ctx, await compileLeaves(ctx, tree, leaves), ids)
  const places = new Map(leaves.map(({ path }, index) => [path, index]))
  return (contactId, path) => {
    const place = places.get(path) ?? -1
    const match = contactId === null ? undefined : found.get(contactId)
    const isKnown = match !== undefined && isLookedUp(leaves[place]?.condition.field ?? '')
    return { holds: match?.holds[place] === true, ...(isKnown && { actual: shown(match.values[place]) }) }
  }
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const factAt = (ctx: CompanyCtx, subject: Subject, chat: ChatFacts | null, name: string): unknown => {
  const [space = '', key = ''] = name.split(/\.(.*)/s)
  if (space === 'event') return subject.event[key]
  if (space === 'vars') return subject.variables[key]
  const wall = toWallClock(ctx.now(), ctx.company.timezone)
  if (name === 'time.weekday') return weekdays[weekdayOf(wall) - 1]
  if (name === 'time.hour') return wall.getUTCHours()
  if (!chat) return undefined
  const facts: Record<string, unknown> = {
    ...{ status: chat.status, channel: chat.channelId, label: chat.labelIds, assignee: chat.assigneeId },
    window_open: chat.windowExpiresAt !== null && chat.windowExpiresAt > ctx.now(),
  }
  return facts[key]
}

/**
 * Whether the conditions of a tree hold for some subjects, with how each of them was found. Those on contacts are asked in
 * one query for all.
 */
export const evaluate = async (
  ctx: CompanyCtx,
  tree: FilterGroup,
  subjects: readonly Subject[],
): Promise<Verdict[]> => {
  const leaves = leavesOf(tree)
  if (leaves.length === 0) return subjects.map(() => ({ holds: true, conditions: [] }))
  const contacts = await askContacts(
    ctx,
    tree,
    leaves.filter(({ condition }) => !isRunField(condition.field)),
    subjects,
  )
  const needsChat = leaves.some(({ condition }) => condition.field.startsWith('chat.'))
  const clock = { now: ctx.now(), timezone: ctx.company.timezone }
  const verdicts: Verdict[] = []
  for (const subject of subjects) {
    const chat = needsChat && subject.conversationId ? await findChat(ctx, subject.conversationId) : null
    const conditions = leaves.map(({ path, condition }): ConditionResult => {
      if (!isRunField(condition.field)) return { path, ...condition, ...contacts(subject.contactId, path) }
      const field = findRunField(condition.field, subject.trigger)
      const actual = factAt(ctx, subject, chat, condition.field)
      return {
        path,
        ...condition,
        actual: shown(actual),
        holds: field !== undefined && holdsFor(field, condition, actual, clock),
      }
    })
    const holds = new Map(conditions.map((one) => [one.path, one.holds]))
    verdicts.push({ holds: combine(tree, holds), conditions })
  }
  return verdicts
}
