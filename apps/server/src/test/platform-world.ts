import { asc, eq, like } from 'drizzle-orm'
import { type Deps, systemCtx } from '#server/context.ts'
import { notificationIntegrations } from '#server/db/schema/notifications/integrations.ts'
import { notificationRuns } from '#server/db/schema/notifications/runs.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { ensurePlatformEnvironment } from '#server/notifications/audience/organizations/platform.ts'
import { listGroups } from '#server/notifications/definitions/groups/queries.ts'
import { createWorkflow } from '#server/notifications/definitions/workflows/actions.ts'
import { triggerWorkflow } from '#server/notifications/engine/execution/trigger.ts'
import { type Environment, inEnvironment } from '#server/notifications/shared/context.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { buildOwnApp } from './app.ts'
import { createUser, signIn } from './factories.ts'
import { createTestSubscriber } from './notifications.ts'

/** The product's own notification environment. */
export const platformCtx = async (deps: Deps) =>
  inEnvironment(systemCtx(deps, 'test'), await ensurePlatformEnvironment(deps))

export const mailCredentials = {
  host: 'mail.example.test',
  port: '25',
  user: 'sender',
  password: 'a secret of the mail server',
  from: 'recado@example.test',
  senderName: 'Recado',
}

export const createMailIntegration = async (
  deps: Deps,
  environment: Environment,
  fields: Partial<typeof notificationIntegrations.$inferInsert> = {},
) => {
  const id = createNotificationId()
  await deps.database.db.insert(notificationIntegrations).values({
    id,
    organizationId: environment.organizationId,
    environmentId: environment.id,
    name: 'Mail',
    identifier: `mail-${id}`,
    providerId: 'nodemailer',
    channel: 'email',
    credentials: deps.sealer.seal(JSON.stringify(mailCredentials)),
    ...fields,
  })
  return id
}

/** One of everything that the administration of the product's notifications can name. */
export const createPlatformWorld = async (deps: Deps) => {
  const ctx = await platformCtx(deps)
  const [group] = await listGroups(ctx)
  const groupId = group?.id ?? ''
  const { id: workflowId, identifier } = await createWorkflow(ctx, {
    name: 'Somebody wrote',
    notificationGroupId: groupId,
    active: true,
    steps: [
      { active: true, shouldStopOnFail: false, filters: [], template: { type: 'in_app', content: 'Hi {{name}}' } },
    ],
  })
  const { subscriberId } = await createTestSubscriber(deps, ctx.environment, { email: 'bia@example.test' })
  const { transactionId = '' } = await triggerWorkflow(ctx, {
    name: identifier,
    to: subscriberId,
    payload: { name: 'Bia' },
  })
  await deps.notifications.drain(deps)
  const [run] = await deps.database.db
    .select({ id: notificationRuns.id })
    .from(notificationRuns)
    .where(eq(notificationRuns.transactionId, transactionId))
  const integrationId = await createMailIntegration(deps, ctx.environment)
  return { groupId, workflowId, subscriberId, runId: run?.id ?? '', integrationId }
}
export type PlatformWorld = Awaited<ReturnType<typeof createPlatformWorld>>

/** The application with a platform administrator who is signed in. */
export const openPlatform = async () => {
  const server = await buildOwnApp()
  const ctx = await platformCtx(server.deps)
  const user = await createUser(server.deps, { role: 'admin', name: 'Ana Lima' })
  const headers = await signIn(server.deps, user.id)
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, as = headers) => {
    const answer = await server.app.inject({
      method,
      url: `/api/v1/admin/notifications${path}`,
      headers: { ...as, cookie: `XSRF-TOKEN=same; ${as.cookie}`, 'x-xsrf-token': 'same' },
      ...(payload ? { payload } : {}),
    })
    return { status: answer.statusCode, text: answer.body, body: answer.body === '' ? null : answer.json() }
  }
  /** What was written down about changes, oldest first. */
  const audited = () =>
    server.deps.database.db
      .select({
        action: auditLogs.action,
        targetId: auditLogs.targetId,
        actorId: auditLogs.actorId,
        companyId: auditLogs.companyId,
        diff: auditLogs.diff,
      })
      .from(auditLogs)
      .where(like(auditLogs.action, 'notification_%'))
      .orderBy(asc(auditLogs.id))
  return { ...server, ctx, environment: ctx.environment, user, call, audited }
}
export type Platform = Awaited<ReturnType<typeof openPlatform>>
