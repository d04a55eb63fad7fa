import type { EndpointInput } from '@recado/contracts'
import * as contract from '@recado/contracts/integrations/webhook-endpoints'
import { webAddress } from '@recado/contracts/shared/web-address'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { given } from '#server/lib/given.ts'
import { newId } from '#server/lib/ids.ts'
import {
  assertOwned,
  assertRoom,
  assertVersion,
  auditSetting,
  changeSettings,
  found,
} from '#server/modules/shared/settings-resource/index.ts'
import { findHealth, holdWaiting } from '../queries/deliveries.ts'
import * as queries from '../queries/endpoints.ts'
import { newSecret } from '../secrets.ts'
import { endpointView, nameOf } from '../view.ts'
import { announceEndpoint } from './disable.ts'

const HOUR = 3_600_000

const refuse = (code: string, message: string) =>
  new AppError('validation_failed', { errors: [{ path: 'url', code, message }] })

/** As browsers write it. Only hosts that the installation names on its own network may do without https. */
const addressOf = (ctx: CompanyCtx, text: string): string => {
  const address = webAddress(text)
  if (address === null) throw refuse('invalid', 'Not the address of a web server')
  const { protocol, hostname, hash } = new URL(address)
  const isOwn = ctx.deps.config.OUTBOUND_PRIVATE_HOSTS.includes(hostname)
  if (protocol !== 'https:' && !isOwn) throw refuse('https_needed', 'The address has to begin with https://')
  return hash === '' ? address : address.slice(0, -hash.length)
}

const assertFilters = async (tx: CompanyCtx, filters: contract.WebhookEndpoint['filters'] | undefined) => {
  await assertOwned(tx, 'channels', filters?.channelIds ?? [], 'filters.channelIds')
  await assertOwned(tx, 'labels', filters?.labelIds ?? [], 'filters.labelIds')
}

const reload = async (tx: CompanyCtx, id: string): Promise<contract.WebhookEndpoint> =>
  endpointView(tx, found(await queries.findEndpoint(tx, id)), (await findHealth(tx, id)).get(id))

/** The person who answers for it: of what a program does, whoever made its key. */
const creatorOf = ({ actor }: CompanyCtx): string | null =>
  actor.kind === 'user' ? actor.userId : actor.kind === 'key' ? actor.createdBy : null

type Creation = EndpointInput<typeof contract.createWebhookEndpoint>['body']

/** Adds an endpoint. Throws `limit_reached`, `validation_failed`. */
export const createEndpoint = (ctx: CompanyCtx, input: Creation): Promise<contract.WebhookEndpointWithSecret> =>
  changeSettings(ctx, async (tx) => {
    assertRoom(await queries.countEndpoints(tx), contract.webhookEndpointLimit)
    const { description, events, filters, apiVersion } = input
    const url = addressOf(tx, input.url)
    await assertFilters(tx, filters)
    const [id, secret] = [newId(), newSecret()]
    await queries.insertEndpoint(tx, {
      ...{ id, url, description, events, filters, apiVersion, secret: tx.deps.sealer.seal(secret) },
      ...{ createdBy: creatorOf(ctx), createdAt: tx.now(), updatedAt: tx.now() },
    })
    await auditSetting(tx, 'webhook_endpoint.created', { id, name: nameOf({ description, url }) }, { url, events })
    announceEndpoint(tx, id)
    return { ...(await reload(tx, id)), secret }
  })

type Change = EndpointInput<typeof contract.updateWebhookEndpoint>['body']

const switched = (ctx: CompanyCtx, row: queries.EndpointRow, enabled: boolean | undefined) => {
  if (enabled === undefined || enabled === row.enabled) return {}
  if (enabled) return { enabled, disabledReason: null, disabledAt: null, failingSince: null, retryAt: null }
  return { enabled, disabledReason: 'paused', disabledAt: ctx.now() }
}

/** Changes an endpoint, pauses it or enables it. Throws `not_found`, `conflict`, `validation_failed`. */
export const updateEndpoint = (ctx: CompanyCtx, id: string, { version, ...change }: Change) =>
  changeSettings(ctx, async (tx) => {
    const row = found(await queries.findEndpoint(tx, id))
    if (row.version !== version) assertVersion(await reload(tx, id), version)
    const { enabled, url, ...rest } = change
    await assertFilters(tx, change.filters)
    await queries.updateEndpoint(tx, id, {
      ...given({ ...rest, url: url === undefined ? undefined : addressOf(tx, url) }),
      ...switched(tx, row, enabled),
    })
    if (enabled === false) await holdWaiting(tx, id)
    await auditSetting(tx, 'webhook_endpoint.updated', { id, name: nameOf(row) }, given(change))
    announceEndpoint(tx, id)
    return reload(tx, id)
  })

/** Removes an endpoint with all that it was told. Throws `not_found`. */
export const removeEndpoint = (ctx: CompanyCtx, id: string): Promise<void> =>
  changeSettings(ctx, async (tx) => {
    const row = found(await queries.findEndpoint(tx, id))
    await queries.deleteEndpoint(tx, id)
    await auditSetting(tx, 'webhook_endpoint.removed', { id, name: nameOf(row) })
    announceEndpoint(tx, id)
  })

type Rotation = EndpointInput<typeof contract.rotateWebhookSecret>['body']

/** Gives an endpoint another secret. Throws `not_found`, `conflict`. */
export const rotateSecret = (
  ctx: CompanyCtx,
  id: string,
  { overlapHours, version }: Rotation,
): Promise<contract.WebhookEndpointWithSecret> =>
  changeSettings(ctx, async (tx) => {
    const row = found(await queries.findEndpoint(tx, id))
    if (row.version !== version) assertVersion(await reload(tx, id), version)
    const secret = newSecret()
    const isKept = overlapHours > 0
    await queries.updateEndpoint(tx, id, {
      secret: tx.deps.sealer.seal(secret),
      previousSecret: isKept ? row.secret : null,
      previousUntil: isKept ? new Date(tx.now().getTime() + overlapHours * HOUR) : null,
    })
    await auditSetting(tx, 'webhook_endpoint.rotated', { id, name: nameOf(row) }, { overlapHours })
    announceEndpoint(tx, id)
    return { ...(await reload(tx, id)), secret }
  })
