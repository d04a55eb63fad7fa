import type { EndpointInput, EndpointResult } from '@recado/contracts'
import type {
  createNotificationIntegration,
  listNotificationIntegrations,
  updateNotificationIntegration,
} from '@recado/contracts/admin/notification-integrations'
import { canSendThrough } from '@recado/providers'
import { catalogue, findCatalogue } from '@recado/providers/catalogue'
import { secretFields } from '@recado/providers/credentials'
import { AppError } from '#server/http/app-error.ts'
import * as actions from '#server/notifications/delivery/integrations/actions.ts'
import {
  type IntegrationRow,
  listIntegrations as listIntegrationRows,
} from '#server/notifications/delivery/integrations/queries.ts'
import { openCredentials } from '#server/notifications/delivery/integrations/senders.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { countByIntegration, type IntegrationCounts } from './queries/counts.ts'
import { refusedAs } from './refusals.ts'

type View = EndpointResult<typeof listNotificationIntegrations>['data'][number]
export type NewIntegrationForm = EndpointInput<typeof createNotificationIntegration>['body']
export type IntegrationForm = EndpointInput<typeof updateNotificationIntegration>['body']

const dots = '••••'
const nothing: IntegrationCounts = { sent: 0, lastErrorAt: null, lastError: null }
const invalid = 'notification_integration_invalid'

/** The catalogue, with what can be told apart of it. */
export const listProviders = () =>
  catalogue
    .filter(({ offeredInPicker }) => offeredInPicker)
    .map((provider) => ({
      id: provider.id,
      channel: provider.channel,
      displayName: provider.displayName,
      docUrl: provider.docs,
      beta: provider.beta,
      available: canSendThrough(provider),
      fields: provider.credentials.map(({ description = null, default: standard = null, options = [], ...field }) => ({
        ...field,
        description,
        default: standard,
        options: [...options],
      })),
    }))

/** Of a provider that is no longer in the catalogue every credential counts as secret. */
const isSecret = ({ channel, providerId }: Pick<IntegrationRow, 'channel' | 'providerId'>) => {
  const known = findCatalogue(channel, providerId)
  const secrets = new Set(known ? secretFields(known) : [])
  const keys = new Set(known?.credentials.map(({ key }) => key))
  return (key: string) => secrets.has(key) || !keys.has(key)
}

const shownCredentials = (ctx: EnvironmentCtx, row: IntegrationRow) => {
  const secret = isSecret(row)
  return Object.fromEntries(
    Object.entries(openCredentials(ctx.deps, row)).map(([key, value]) => [key, secret(key) ? dots : value]),
  )
}

const viewOf = (ctx: EnvironmentCtx, row: IntegrationRow, counts: IntegrationCounts = nothing): View => ({
  id: row.id,
  name: row.name,
  identifier: row.identifier,
  providerId: row.providerId,
  providerName: findCatalogue(row.channel, row.providerId)?.displayName ?? row.providerId,
  channel: row.channel,
  active: row.active,
  primary: row.primary,
  hasConditions: row.conditions.length > 0,
  credentials: shownCredentials(ctx, row),
  sent24h: counts.sent,
  lastErrorAt: counts.lastErrorAt?.toISOString() ?? null,
  lastError: counts.lastError,
})

export const listIntegrations = async (ctx: EnvironmentCtx): Promise<View[]> => {
  const rows = await listIntegrationRows(ctx)
  const counts = await countByIntegration(ctx)
  return rows.map((row) => viewOf(ctx, row, counts.get(row.id)))
}

export const showIntegration = async (ctx: EnvironmentCtx, row: IntegrationRow): Promise<View> =>
  viewOf(ctx, row, (await countByIntegration(ctx)).get(row.id))

/** Of this environment alone, though the organisation may have others. */
export const loadIntegration = async (ctx: EnvironmentCtx, id: string): Promise<IntegrationRow> => {
  const row = (await listIntegrationRows(ctx)).find((known) => known.id === id.toLowerCase())
  if (!row) throw new AppError('not_found')
  return row
}

/** Asks the provider before anything is written: in no transaction. */
export const checkIntegration = (
  ctx: EnvironmentCtx,
  named: Pick<IntegrationRow, 'channel' | 'providerId'>,
  { credentials, active, check }: Pick<IntegrationForm, 'credentials' | 'active' | 'check'>,
) => refusedAs(invalid, () => actions.checkCredentials(ctx, named, credentials, { active, check }))

/** Credentials of a form with the secrets that it leaves out. */
export const completeCredentials = (
  ctx: EnvironmentCtx,
  row: IntegrationRow,
  given: Record<string, unknown>,
): Record<string, unknown> => {
  const secret = isSecret(row)
  const known = Object.entries(openCredentials(ctx.deps, row)).filter(([key]) => secret(key))
  const told = Object.entries(given).filter(([key, value]) => value !== undefined && !(secret(key) && value === dots))
  return Object.fromEntries([...known, ...told])
}

export const createIntegration = (ctx: EnvironmentCtx, form: NewIntegrationForm): Promise<IntegrationRow> =>
  refusedAs(invalid, () => actions.createIntegration(ctx, { ...form, check: false }))

/** The inbox of the product goes through the in-app channel, which therefore stays. */
const assertDispensable = ({ channel }: IntegrationRow, path: string) => {
  if (channel !== 'in_app') return
  const errors = [{ path, code: 'invalid', message: 'The in-app channel is always on' }]
  throw new AppError(invalid, { errors })
}

export const updateIntegration = (
  ctx: EnvironmentCtx,
  row: IntegrationRow,
  form: IntegrationForm,
): Promise<IntegrationRow> => {
  if (!form.active) assertDispensable(row, 'active')
  return refusedAs(invalid, () => actions.updateIntegration(ctx, row.id, { ...form, check: false }))
}

export const setPrimaryIntegration = (ctx: EnvironmentCtx, row: IntegrationRow): Promise<IntegrationRow> =>
  refusedAs(invalid, () => actions.setPrimaryIntegration(ctx, row.id))

export const deleteIntegration = async (ctx: EnvironmentCtx, row: IntegrationRow): Promise<void> => {
  assertDispensable(row, '')
  await refusedAs(invalid, () => actions.deleteIntegration(ctx, row.id))
}
