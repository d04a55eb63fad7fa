import { createEnvironmentCache } from '../context.ts'
import { findOrganization } from './queries.ts'

/** How the organisation of the environment looks in widgets and mails. */
export const organizationBranding = createEnvironmentCache(async (ctx) => (await findOrganization(ctx))?.branding ?? {})
