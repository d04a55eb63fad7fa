import type { ChannelType } from '@recado/contracts/notifications/domain'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { copiedPayload } from '../large.ts'
import type { NewMessage } from '../queries/writes.ts'
import type { LiveRun } from '../world.ts'
import type { ChannelTask } from './channel-task.ts'

const DAY_MS = 86_400_000
/** In-app messages are kept a year, what was sent elsewhere a month. */
const daysKept = (channel: ChannelType) => (channel === 'in_app' ? 365 : 30)

type Content = Pick<NewMessage, 'content' | 'providerId' | 'integrationId'> &
  Partial<Pick<NewMessage, 'target' | 'subject' | 'title' | 'cta' | 'actor' | 'feedId' | 'address' | 'status'>>

/** The message that a step makes, as it is stored. */
export const messageOf = (
  state: LiveRun,
  { job, template, channel }: Pick<ChannelTask, 'job' | 'template'> & { channel: ChannelType },
  content: Content,
): NewMessage => {
  const { run, event, workflow, subscriber, actor } = state
  const now = state.ctx.now()
  return {
    id: state.messageIds?.get(`${job.id}:${content.target ?? ''}`) ?? createNotificationId(),
    environmentId: run.environmentId,
    runId: run.id,
    jobId: job.id,
    target: '',
    workflowId: workflow.id,
    workflowIdentifier: workflow.identifier,
    templateId: template._id ?? '',
    subscriberId: subscriber.id,
    transactionId: event.transactionId,
    channel,
    feedId: null,
    subject: null,
    title: null,
    cta: {},
    actor: null,
    actorId: actor?.id ?? null,
    payload: copiedPayload(event),
    address: null,
    status: 'sent',
    errorCode: null,
    errorText: null,
    providerMessageId: null,
    createdAt: state.acceptedAt ?? now,
    expireAt: new Date(now.getTime() + daysKept(channel) * DAY_MS),
    ...content,
  }
}
