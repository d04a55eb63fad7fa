import type { EnvironmentCtx } from '../context.ts'
import { listFeeds } from '../feeds/queries.ts'
import { listGroups } from '../groups/queries.ts'
import { listLayoutRows } from '../layouts/queries.ts'
import { listAllWorkflows } from '../workflows/queries.ts'

const MAX_LAYOUTS = 1000

type Named = { id: string; name: string; identifier?: string }

const optionsOf = (rows: readonly Named[]) =>
  rows
    .map(({ id, name, identifier = null }) => ({ id, name, identifier }))
    .toSorted((one, other) => one.name.localeCompare(other.name))

/** What steps and workflows can refer to. */
export const listOptions = async (ctx: EnvironmentCtx) => {
  const layouts = await listLayoutRows(ctx, { page: 0, pageSize: MAX_LAYOUTS, sortBy: 'createdAt', orderBy: '1' })
  return {
    groups: optionsOf(await listGroups(ctx)),
    feeds: optionsOf(await listFeeds(ctx)),
    layouts: optionsOf(layouts.rows),
    workflows: optionsOf(await listAllWorkflows(ctx)),
  }
}
