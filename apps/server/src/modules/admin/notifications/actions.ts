import { type AuditAction, nounOf } from '@recado/contracts/shared/audit'
import { type Ctx, inTransaction } from '#server/context.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import {
  notificationAdmin as admin,
  type EnvironmentCtx,
  ensurePlatformEnvironment,
  inEnvironment,
} from '#server/notifications/index.ts'

/** The context in the product's own notification environment. */
export const inPlatform = async <C extends Ctx>(ctx: C) => inEnvironment(ctx, await ensurePlatformEnvironment(ctx.deps))

type Named = { id: string; name: string }

const audit = (ctx: Ctx, action: AuditAction, { id, name }: Named, diff = {}) =>
  recordAudit(ctx, {
    action,
    target: { type: nounOf(action), id, label: name },
    companyId: null,
    ...(Object.keys(diff).length > 0 ? { diff } : {}),
  })

/** Changes a workflow, writes that down, and answers what the workflow is now. */
export const changeWorkflow = async (
  ctx: EnvironmentCtx,
  action: AuditAction,
  change: (tx: EnvironmentCtx) => Promise<admin.WorkflowRow>,
) => {
  const row = await inTransaction(ctx, async (tx) => {
    const changed = await change(tx)
    await audit(tx, action, changed, { version: changed.version })
    return changed
  })
  return admin.workflowDetail(ctx, row)
}

export const deleteWorkflow = (
  ctx: EnvironmentCtx,
  id: string,
  confirmed: Parameters<typeof admin.deleteWorkflow>[2],
): Promise<void> =>
  inTransaction(ctx, async (tx) =>
    audit(tx, 'notification_workflow.removed', await admin.deleteWorkflow(tx, id, confirmed)),
  )

export const testWorkflow = async (
  ctx: EnvironmentCtx,
  id: string,
  test: admin.WorkflowTest,
): Promise<admin.Triggered> => {
  const row = await admin.loadWorkflow(ctx, id)
  return inTransaction(ctx, async (tx) => {
    const outcome = await admin.testWorkflow(tx, row, test)
    await audit(tx, 'notification_workflow.tested', row, { subscriberId: test.subscriberId, ...outcome })
    return outcome
  })
}

const auditRun = (
  ctx: Ctx,
  verb: 'canceled' | 'repeated',
  run: Awaited<ReturnType<typeof admin.loadRun>>,
  diff: object,
) =>
  recordAudit(ctx, {
    action: `notification_run.${verb}`,
    target: { type: 'notification_run', id: run.id, label: run.workflow.name },
    diff: { transactionId: run.transactionId, ...diff },
    companyId: null,
  })

export const cancelRun = async (ctx: EnvironmentCtx, id: string): Promise<boolean> => {
  const run = await admin.loadRun(ctx, id)
  const canceled = await admin.cancelRun(ctx, run)
  if (canceled) await auditRun(ctx, 'canceled', run, {})
  return canceled
}

export const repeatRun = async (ctx: EnvironmentCtx, id: string): Promise<admin.Triggered> => {
  const run = await admin.loadRun(ctx, id)
  return inTransaction(ctx, async (tx) => {
    const { status, transactionId } = await admin.repeatRun(tx, run)
    await auditRun(tx, 'repeated', run, { status, repeatedAs: transactionId })
    return { status, transactionId }
  })
}

export const createIntegration = async (ctx: EnvironmentCtx, form: admin.NewIntegrationForm) => {
  await admin.checkIntegration(ctx, form, form)
  const row = await inTransaction(ctx, async (tx) => {
    const created = await admin.createIntegration(tx, form)
    await audit(tx, 'notification_integration.created', created, {
      providerId: created.providerId,
      active: created.active,
    })
    return created
  })
  return admin.showIntegration(ctx, row)
}

export const updateIntegration = async (ctx: EnvironmentCtx, id: string, given: admin.IntegrationForm) => {
  const before = await admin.loadIntegration(ctx, id)
  const form = { ...given, credentials: admin.completeCredentials(ctx, before, given.credentials) }
  await admin.checkIntegration(ctx, before, form)
  const row = await inTransaction(ctx, async (tx) => {
    const changed = await admin.updateIntegration(tx, before, form)
    await audit(tx, 'notification_integration.updated', changed, { active: changed.active })
    return changed
  })
  return admin.showIntegration(ctx, row)
}

export const setPrimaryIntegration = async (ctx: EnvironmentCtx, id: string) => {
  const before = await admin.loadIntegration(ctx, id)
  const row = await inTransaction(ctx, async (tx) => {
    const changed = await admin.setPrimaryIntegration(tx, before)
    await audit(tx, 'notification_integration.made_primary', changed)
    return changed
  })
  return admin.showIntegration(ctx, row)
}

export const deleteIntegration = async (ctx: EnvironmentCtx, id: string): Promise<void> => {
  const row = await admin.loadIntegration(ctx, id)
  await inTransaction(ctx, async (tx) => {
    await admin.deleteIntegration(tx, row)
    await audit(tx, 'notification_integration.removed', row, { providerId: row.providerId })
  })
}
