import type { Branding } from '#server/db/schema/notifications/organizations.ts'
import { createEnvironmentCache, type EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { findOrganization } from './queries.ts'

/** How the organisation looks, for templates. */
export const organizationBranding: (ctx: EnvironmentCtx) => Promise<Branding> = createEnvironmentCache(
  async (ctx) => (await findOrganization(ctx))?.branding ?? {},
  60_000,
)
