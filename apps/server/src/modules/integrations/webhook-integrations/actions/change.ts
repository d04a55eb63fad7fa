import type { EndpointInput } from '@recado/contracts'
import * as contract from '@recado/contracts/integrations/webhook-integrations'
import type { CompanyCtx, UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { given } from '#server/lib/given.ts'
import { newId } from '#server/lib/ids.ts'
import { createToken, hashToken } from '#server/lib/seal.ts'
import { offeredSource, type SourceSettings, sourceNamed } from '#server/modules/integrations/webhook-sources/index.ts'
import {
  assertRoom,
  assertVersion,
  auditSetting,
  changeSettings,
  found,
} from '#server/modules/shared/settings-resource/index.ts'
import * as queries from '../queries/integrations.ts'
import { openSecrets, sealSecrets } from '../secrets.ts'
import { detailOf } from '../view.ts'
import { announce } from './announce.ts'
import { assertActions, assertMapping, assertSettings } from './check.ts'
import { assertComplete, secretsFrom } from './secrets.ts'

const HOUR = 3_600_000
type MemberCtx = CompanyCtx & UserCtx
type WithGenerated = contract.WebhookIntegrationDetail & { generated: Record<string, string> }

const reload = async (tx: CompanyCtx, id: string): Promise<contract.WebhookIntegrationDetail> =>
  detailOf(tx, found(await queries.findIntegration(tx, id)))

type Creation = EndpointInput<typeof contract.createWebhookIntegration>['body']

/** Connects a system. Throws `limit_reached`, `validation_failed`. */
export const createIntegration = (ctx: MemberCtx, input: Creation): Promise<WithGenerated> =>
  changeSettings(ctx, async (tx) => {
    assertRoom(await queries.countIntegrations(tx), contract.webhookIntegrationLimit)
    assertSettings(input.settings as never)
    const source = await offeredSource(tx, input.source, tx.company.accessBlocks)
    if (!source)
      throw new AppError('validation_failed', {
        errors: [{ path: 'source', code: 'not_found', message: 'The company is offered no such system' }],
      })
    const { secrets, generated } = secretsFrom(source, input.settings as SourceSettings, input.secrets)
    const [id, token] = [newId(), createToken()]
    await queries.insertIntegration(tx, {
      ...{
        id,
        sourceKey: source.key,
        sourceNumber: source.number ?? null,
        name: input.name,
        tokenHash: hashToken(token),
        token: tx.deps.sealer.seal(token),
      },
      ...{ secrets: sealSecrets(tx.deps, secrets), settings: input.settings, mapping: { events: source.events } },
      ...{ createdBy: ctx.actor.userId, createdAt: tx.now(), updatedAt: tx.now() },
    })
    await auditSetting(tx, 'webhook_integration.created', { id, name: input.name }, { source: source.key })
    announce(tx, id)
    return { ...(await reload(tx, id)), generated }
  })

type Change = EndpointInput<typeof contract.updateWebhookIntegration>['body']

/** Changes a connected system. Throws `not_found`, `conflict`, `validation_failed`. */
export const updateIntegration = (ctx: CompanyCtx, id: string, { version, ...change }: Change) =>
  changeSettings(ctx, async (tx) => {
    const row = found(await queries.findIntegration(tx, id))
    assertVersion(await detailOf(tx, row), version)
    if (change.settings) assertSettings(change.settings as never)
    if (change.mapping) assertMapping(change.mapping)
    if (change.actions) await assertActions(tx, change.actions)
    const settings = (change.settings ?? row.settings) as SourceSettings
    if (change.enabled ?? row.enabled)
      assertComplete(found(await sourceNamed(tx, row)), settings, openSecrets(tx.deps, row.secrets))
    await queries.updateIntegration(tx, id, given(change))
    await auditSetting(tx, 'webhook_integration.updated', { id, name: change.name ?? row.name }, given(change))
    announce(tx, id)
    return reload(tx, id)
  })

/** Disconnects a system. Throws `not_found`. */
export const removeIntegration = (ctx: CompanyCtx, id: string): Promise<void> =>
  changeSettings(ctx, async (tx) => {
    const row = found(await queries.findIntegration(tx, id))
    await queries.deleteIntegration(tx, id)
    await auditSetting(tx, 'webhook_integration.removed', row)
    announce(tx, id)
  })

type Rotation = EndpointInput<typeof contract.rotateWebhookSecrets>['body']

/** Replaces secrets of a connected system. Throws `not_found`, `conflict`, `validation_failed`. */
export const rotateSecrets = (ctx: CompanyCtx, id: string, input: Rotation): Promise<WithGenerated> =>
  changeSettings(ctx, async (tx) => {
    const row = found(await queries.findIntegration(tx, id))
    assertVersion(await detailOf(tx, row), input.version)
    const source = found(await sourceNamed(tx, row))
    const before = openSecrets(tx.deps, row.secrets)
    // Whoever gives one keeps the others as they are.
    const isGiven = Object.keys(input.secrets).length > 0
    const made = secretsFrom(source, row.settings as SourceSettings, input.secrets, before)
    const generated = isGiven ? {} : made.generated
    const secrets = isGiven ? { ...before, ...input.secrets } : made.secrets
    const isKept = input.overlapHours > 0 && row.secrets !== null
    await queries.updateIntegration(tx, id, {
      secrets: sealSecrets(tx.deps, secrets),
      previousSecrets: isKept ? row.secrets : null,
      previousUntil: isKept ? new Date(tx.now().getTime() + input.overlapHours * HOUR) : null,
    })
    await auditSetting(tx, 'webhook_integration.rotated', row, { overlapHours: input.overlapHours })
    announce(tx, id)
    return { ...(await reload(tx, id)), generated }
  })

/** Waits for a sample. Throws `not_found`. */
export const listen = async (ctx: CompanyCtx, id: string): Promise<{ until: string }> => {
  found(await queries.findIntegration(ctx, id))
  const until = new Date(ctx.now().getTime() + contract.listeningMinutes * 60_000)
  await queries.updateListening(ctx, id, until)
  ctx.deps.bus.publish('inbound.changed', { integrationId: id })
  return { until: until.toISOString() }
}
