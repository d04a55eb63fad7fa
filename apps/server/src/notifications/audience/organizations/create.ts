import type { ServiceTier } from '@recado/contracts/notifications/domain'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { Branding } from '#server/db/schema/notifications/organizations.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { type CreatedEnvironment, createEnvironment } from '../environments/actions.ts'
import { insertMember, insertOrganization, type OrganizationRow } from './queries.ts'

type OrganizationInput = {
  name: string
  companyId?: string | null | undefined
  tier?: ServiceTier | undefined
  branding?: Branding | undefined
}

/** A new organisation with the environment "Development" and, promoted from it, "Production". */
export const createOrganization = (
  ctx: Ctx,
  input: OrganizationInput,
): Promise<{ organization: OrganizationRow; development: CreatedEnvironment; production: CreatedEnvironment }> =>
  inTransaction(ctx, async (tx) => {
    const organization = await insertOrganization(tx, { id: createNotificationId(), ...input })
    if (!organization) throw new Error('no organisation')
    if (tx.actor.kind === 'user') {
      const { userId, email, name } = tx.actor
      const member = { id: createNotificationId(), organizationId: organization.id, userId, email, name }
      await insertMember(tx, { ...member, role: 'admin' })
    }
    const development = await createEnvironment(tx, organization, { name: 'Development' })
    const parentId = development.environment.id
    const production = await createEnvironment(tx, organization, { name: 'Production', parentId })
    return { organization, development, production }
  })
