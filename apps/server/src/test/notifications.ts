import { randomBytes } from 'node:crypto'
import type { ServiceTier } from '@recado/contracts/notifications/domain'
import { and, eq } from 'drizzle-orm'
import { type Deps, systemCtx } from '#server/context.ts'
import { notificationIntegrations } from '#server/db/schema/notifications/integrations.ts'
import { notificationMessages } from '#server/db/schema/notifications/messages.ts'
import { notificationSubscribers } from '#server/db/schema/notifications/subscribers.ts'
import type { CreatedEnvironment } from '#server/notifications/audience/environments/actions.ts'
import { createOrganization } from '#server/notifications/audience/organizations/create.ts'
import type { Environment, SubscriberRow } from '#server/notifications/shared/context.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'

const withHeaders = ({ environment, apiKey }: CreatedEnvironment) => ({
  environment,
  apiKey,
  headers: { authorization: `ApiKey ${apiKey}` },
  identifier: environment.identifier,
})

/**
 * The root environment of an organisation of its own, with its promoted one as `production`. `hmac` makes the widget
 * ask for the subscriber hash.
 */
export const createTestEnvironment = async (deps: Deps, options: { hmac?: boolean; tier?: ServiceTier } = {}) => {
  const { development, production, organization } = await createOrganization(systemCtx(deps, 'test'), {
    name: 'Test organisation',
    tier: options.tier,
  })
  if (options.hmac)
    await deps.database.db
      .update(notificationIntegrations)
      .set({ credentials: deps.sealer.seal(JSON.stringify({ hmac: true })) })
      .where(
        and(
          eq(notificationIntegrations.environmentId, development.environment.id),
          eq(notificationIntegrations.providerId, 'novu'),
        ),
      )
  return { ...withHeaders(development), organization, production: withHeaders(production) }
}

export const createTestSubscriber = async (
  deps: Deps,
  environment: Environment,
  fields: Partial<typeof notificationSubscribers.$inferInsert> = {},
): Promise<SubscriberRow> => {
  const id = createNotificationId()
  const values = { id, environmentId: environment.id, subscriberId: `subscriber-${id}`, firstName: 'Bia', ...fields }
  const [row] = await deps.database.db.insert(notificationSubscribers).values(values).returning()
  if (!row) throw new Error('no subscriber')
  return row
}

/** An in-app message of the subscriber, unseen and unread unless `fields` say otherwise; no run is behind it. */
export const createTestMessage = async (
  deps: Deps,
  environment: Environment,
  subscriber: SubscriberRow,
  fields: Partial<typeof notificationMessages.$inferInsert> = {},
) => {
  const createdAt = fields.createdAt ?? deps.now()
  const values: typeof notificationMessages.$inferInsert = {
    id: createNotificationId(),
    environmentId: environment.id,
    runId: createNotificationId(),
    jobId: createNotificationId(),
    workflowId: createNotificationId(),
    workflowIdentifier: 'test-workflow',
    templateId: createNotificationId(),
    subscriberId: subscriber.id,
    transactionId: randomBytes(12).toString('hex'),
    channel: 'in_app',
    providerId: 'novu',
    content: 'Hello',
    payload: {},
    status: 'sent',
    createdAt,
    updatedAt: createdAt,
    expireAt: new Date(createdAt.getTime() + 365 * 24 * 60 * 60 * 1000),
    ...fields,
  }
  const [row] = await deps.database.db.insert(notificationMessages).values(values).returning()
  if (!row) throw new Error('no message')
  return row
}
