import type { WireIntegration } from '@recado/contracts/notifications/integrations'
import type { Deps } from '#server/context.ts'
import type { IntegrationRow } from './queries.ts'
import { openCredentials } from './senders.ts'

export const integrationView = (deps: Pick<Deps, 'sealer'>, row: IntegrationRow): WireIntegration => ({
  _id: row.id,
  _environmentId: row.environmentId,
  _organizationId: row.organizationId,
  name: row.name,
  identifier: row.identifier,
  providerId: row.providerId,
  channel: row.channel,
  credentials: { ...openCredentials(deps, row) },
  active: row.active,
  primary: row.primary,
  priority: row.priority,
  conditions: row.conditions,
  deleted: row.deletedAt !== null,
  deletedAt: row.deletedAt?.toISOString() ?? null,
  deletedBy: row.deletedBy,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
