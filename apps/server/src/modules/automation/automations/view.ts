import type { Automation, AutomationDetail } from '@recado/contracts/automation/automations'
import type { CompanyCtx } from '#server/context.ts'
import { findingsOf } from './findings.ts'
import { type Activity, type AutomationRow, findActivity, findPeople, findVersion } from './queries/automations.ts'
import { showGraph } from './secrets.ts'

const DAY = 86_400_000

const idle: Omit<Activity, 'id'> = { started: 0, completed: 0, failed: 0, running: 0, lastRunAt: null }

type Known = { people: Awaited<ReturnType<typeof findPeople>>; activity: Omit<Activity, 'id'>; changed: boolean }

const summaryOf = (row: AutomationRow, { people, activity, changed }: Known): Automation => {
  const { id, name, folder, state, pauseReason, liveVersion, version } = row
  const { started, completed, failed, running, lastRunAt } = activity
  return {
    ...{ id, name, folder, state, pauseReason, liveVersion, changed, version, running },
    trigger: row.draft.trigger?.kind ?? null,
    owner: row.ownerId === null ? null : (people.get(row.ownerId) ?? null),
    day: { started, completed, failed },
    lastRunAt: lastRunAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

const isChanged = async (ctx: CompanyCtx, row: AutomationRow): Promise<boolean> => {
  if (row.liveVersion === null) return row.draft.nodes.length > 0
  const live = await findVersion(ctx, row.id, row.liveVersion)
  return JSON.stringify(live?.graph) !== JSON.stringify(row.draft)
}

/** Automations as their list shows them. */
export const summariesOf = async (ctx: CompanyCtx, rows: readonly AutomationRow[]): Promise<Automation[]> => {
  const since = new Date(ctx.now().getTime() - DAY)
  const ids = rows.map(({ id }) => id)
  const activity = new Map((await findActivity(ctx, ids, since)).map((one) => [one.id, one]))
  const people = await findPeople(
    ctx,
    rows.map(({ ownerId }) => ownerId),
  )
  const summaries: Automation[] = []
  for (const row of rows)
    summaries.push(
      summaryOf(row, { people, activity: activity.get(row.id) ?? idle, changed: await isChanged(ctx, row) }),
    )
  return summaries
}

/** An automation with its draft. */
export const detailOf = async (ctx: CompanyCtx, row: AutomationRow): Promise<AutomationDetail> => {
  const [summary] = await summariesOf(ctx, [row])
  if (!summary) throw new Error('An automation has no summary')
  return { ...summary, draft: showGraph(row.draft), findings: await findingsOf(ctx, row.draft, row.id) }
}
