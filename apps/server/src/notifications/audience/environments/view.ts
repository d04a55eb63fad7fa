import type { WireEnvironment } from '@recado/contracts/notifications/environments'
import type { Sealer } from '#server/lib/seal.ts'
import type { ApiKeyRow, EnvironmentRow } from './queries.ts'

export const apiKeyView = (sealer: Sealer, row: ApiKeyRow) => ({
  key: sealer.open(row.sealed),
  _userId: row.userId,
  hash: row.hash,
})

export const environmentView = (row: EnvironmentRow, apiKeys: ReturnType<typeof apiKeyView>[]): WireEnvironment => ({
  _id: row.id,
  name: row.name,
  _organizationId: row.organizationId,
  identifier: row.identifier,
  ...(row.parentId === null ? {} : { _parentId: row.parentId }),
  apiKeys,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
