import { randomUUID } from 'node:crypto'
import type { SubscriberProfile } from '#server/notifications/audience/subscribers/profile.ts'
import { findTenant, type TenantRow } from '#server/notifications/audience/tenants/queries.ts'
import { fillDefaults, missingVariables } from '#server/notifications/definitions/templates/variables.ts'
import { type WorkflowDefinition, workflowDirectory } from '#server/notifications/definitions/workflows/directory.ts'
import { overridesOf } from '#server/notifications/definitions/workflows/overrides/directory.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { badRequest, V1Error } from '#server/notifications/shared/errors.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { writeLogs } from '../activity/logs.ts'
import { deleteAttachments, storeAttachments } from './attachments.ts'
import type { EventRow } from './queries/events.ts'
import type { Recipient, TriggerInput, TriggerResult } from './types.ts'

export type TriggerOptions = {
  kind?: EventRow['kind']
  depth?: number
  isTest?: boolean
  /** Attachments that are stored already; those of the payload come instead of them. */
  attachments?: EventRow['attachments']
}

const profileOf = ({ subscriberId, ...profile }: SubscriberProfile) => ({
  subscriberId,
  ...(Object.values(profile).some((value) => value !== undefined) ? { profile } : {}),
})

const storedRecipient = (recipient: Recipient): EventRow['recipients'][number] => {
  if (typeof recipient === 'string') return { subscriberId: recipient }
  if ('topicKey' in recipient) return { topicKey: recipient.topicKey }
  return profileOf(recipient)
}

/** Each once; what later mentions of a subscriber say is added to the first. */
const recipientsOf = (to: TriggerInput['to']): EventRow['recipients'] => {
  const given = to === null ? [] : [to].flat()
  const [only] = given
  if (given.length === 1 && only !== undefined) return [storedRecipient(only)]
  const byKey = new Map<string, EventRow['recipients'][number]>()
  for (const recipient of given.map(storedRecipient)) {
    if ('topicKey' in recipient) {
      byKey.set(`t:${recipient.topicKey}`, recipient)
      continue
    }
    const known = byKey.get(`s:${recipient.subscriberId}`)
    const profile = { ...(known && 'profile' in known ? known.profile : {}), ...recipient.profile }
    byKey.set(`s:${recipient.subscriberId}`, {
      subscriberId: recipient.subscriberId,
      ...(Object.keys(profile).length > 0 ? { profile } : {}),
    })
  }
  return [...byKey.values()]
}

const lacksId = (to: TriggerInput['to']) =>
  to !== null &&
  [to].flat().some((one) => (typeof one === 'string' ? one === '' : !('topicKey' in one) && !one.subscriberId))

/** What the templates say about `tenant` and `actor` must be in the trigger. */
const assertContext = (workflow: WorkflowDefinition, input: TriggerInput) => {
  const missing = workflow.reservedVariables.flatMap(({ type }) => {
    if (type === 'tenant') return input.tenant ? [] : ['tenant.identifier']
    return input.actor ? [] : ['actor.subscriberId']
  })
  if (missing.length > 0) throw badRequest(`Trigger is missing: ${missing.join(', ')}`)
}

/** The status that ends a trigger before anything is stored; null when it may go on. */
const refusal = async (
  ctx: EnvironmentCtx,
  workflow: WorkflowDefinition,
  tenant: TenantRow | null,
): Promise<TriggerResult['status'] | null> => {
  const override = tenant && (await overridesOf(ctx)).get(`${workflow.id}:${tenant.id}`)
  if (!(override ? override.active : workflow.active)) return 'trigger_not_active'
  if (workflow.steps.length === 0) return 'no_workflow_steps_defined'
  if (workflow.activeSteps.length === 0) return 'no_workflow_active_steps_defined'
  return null
}

const payloadOf = async (ctx: EnvironmentCtx, workflow: WorkflowDefinition, payload: Record<string, unknown>) => {
  if (workflow.variables.length === 0) return payload
  const missing = missingVariables(workflow.variables, payload).map(({ name, type }) => `${name} (${type})`)
  if (missing.length > 0) {
    await writeLogs(ctx, [{ code: 3011, workflowId: workflow.id, raw: JSON.stringify({ missing }) }])
    throw badRequest(`payload is missing required key(s) and type(s): ${missing.join(', ')}`)
  }
  return fillDefaults(workflow.variables, payload)
}

const refused = async (ctx: EnvironmentCtx, workflow: WorkflowDefinition, status: TriggerResult['status']) => {
  if (status === 'trigger_not_active') await writeLogs(ctx, [{ code: 1001, workflowId: workflow.id }])
  return { acknowledged: true, status }
}

/**
 * Accepts an event for a workflow: checks it, stores it and lets the engine have it. Works in the caller's transaction;
 * outside of one it shares a commit with the triggers that arrive at the same time. A transaction id that was there
 * before is accepted and does nothing. Throws V1Error 422 for an unknown workflow, 400 for a payload that lacks
 * required variables or a trigger that lacks the tenant or actor that the templates name.
 */
export const triggerWorkflow = async (
  ctx: EnvironmentCtx,
  input: TriggerInput,
  options: TriggerOptions = {},
): Promise<TriggerResult> => {
  const workflow = (await workflowDirectory(ctx)).byIdentifier.get(input.name)
  if (!workflow) {
    await writeLogs(ctx, [{ code: 1002, text: `Workflow not found: ${input.name.slice(0, 200)}` }])
    throw new V1Error(422, 'workflow_not_found')
  }
  if (workflow.reservedVariables.length > 0) assertContext(workflow, input)
  if (lacksId(input.to)) {
    await writeLogs(ctx, [{ code: 3004, workflowId: workflow.id }])
    return { acknowledged: true, status: 'subscriber_id_missing' }
  }
  const identifier = typeof input.tenant === 'string' ? input.tenant : input.tenant?.identifier
  const tenant = identifier ? await findTenant(ctx, identifier) : null
  if (identifier && !tenant) return { acknowledged: true, status: 'no_tenant_found' }
  const status = await refusal(ctx, workflow, tenant)
  if (status) return refused(ctx, workflow, status)
  const { payload, attachments } = await storeAttachments(ctx, await payloadOf(ctx, workflow, input.payload ?? {}))
  const transactionId = input.transactionId ?? randomUUID()
  const event: EventRow = {
    id: createNotificationId(),
    environmentId: ctx.environment.id,
    transactionId,
    workflowId: workflow.id,
    workflowVersion: workflow.version,
    kind: options.kind ?? 'single',
    recipients: recipientsOf(input.to),
    payload,
    overrides: input.overrides ?? {},
    actor: input.actor
      ? profileOf(typeof input.actor === 'string' ? { subscriberId: input.actor } : input.actor)
      : null,
    tenantId: tenant?.id ?? null,
    attachments: attachments ?? options.attachments ?? null,
    depth: options.depth ?? 0,
    isTest: options.isTest ?? false,
    leaseOwner: null,
    leaseUntil: ctx.now(),
    attempts: 0,
    cursor: null,
    createdAt: ctx.now(),
  }
  const isNew = await ctx.deps.notifications.accept(ctx, event)
  if (!isNew && attachments) await deleteAttachments(ctx, attachments)
  return { acknowledged: true, status: 'processed', transactionId }
}
