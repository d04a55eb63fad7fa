import { createEnvironmentCache, type EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { listAllOverrides, type OverrideRow } from './queries.ts'

const DIRECTORY_MS = 60_000

/** What tenants change about workflows, by `workflowId:tenantId` (internal ids). Cached; a write renews it everywhere. */
export const overridesOf: (ctx: EnvironmentCtx) => Promise<Map<string, OverrideRow>> = createEnvironmentCache(
  async (ctx) => new Map((await listAllOverrides(ctx)).map((row) => [`${row.workflowId}:${row.tenantId}`, row])),
  DIRECTORY_MS,
)
