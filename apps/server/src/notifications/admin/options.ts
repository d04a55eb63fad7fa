import { translationsOf } from '#server/notifications/audience/preferences/translate.ts'
import { listFeeds } from '#server/notifications/definitions/feeds/queries.ts'
import { listGroups } from '#server/notifications/definitions/groups/queries.ts'
import { listLayoutRows } from '#server/notifications/definitions/layouts/queries.ts'
import { listAllWorkflows } from '#server/notifications/definitions/workflows/queries.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'

const MAX_LAYOUTS = 1000

type Named = { id: string; name: string; identifier?: string }

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)

const optionOf = ({ id, name, identifier }: Named) => ({ id, name, identifier: identifier ?? null })

const optionsOf = (rows: readonly Named[]) => rows.map(optionOf).toSorted(byName)

/** What steps and workflows can refer to. */
export const listOptions = async (ctx: EnvironmentCtx) => {
  const workflows = await listAllWorkflows(ctx)
  const layouts = await listLayoutRows(ctx, { page: 0, pageSize: MAX_LAYOUTS, sortBy: 'createdAt', orderBy: '1' })
  return {
    groups: optionsOf(await listGroups(ctx)),
    feeds: optionsOf(await listFeeds(ctx)),
    layouts: optionsOf(layouts.rows),
    workflows: workflows.toSorted(byName).map((row) => ({ ...optionOf(row), translations: translationsOf(row.data) })),
  }
}
