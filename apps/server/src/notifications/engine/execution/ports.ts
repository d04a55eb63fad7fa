import { createHmac } from 'node:crypto'
import { firstApiKey } from '#server/notifications/audience/environments/actions.ts'
import type { ConditionPorts, WebhookAnswer } from '#server/notifications/definitions/conditions/evaluate.ts'
import { renderPlainText } from '#server/notifications/definitions/templates/plain.ts'
import { findMessageFlags, type JobRow } from './queries/jobs.ts'
import { personOf, type RunState } from './world.ts'

const TIMEOUT_MS = 10_000

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Asks the webhook of a condition; the signature says that we are the ones who ask. */
const askWebhook = async (state: RunState, job: JobRow, url: string): Promise<WebhookAnswer> => {
  const { ctx, subscriber, event, workflow } = state
  const { deps, environment } = ctx
  const signature = createHmac('sha256', await firstApiKey(deps, environment))
    .update(environment.id)
    .digest('hex')
  try {
    const answer = await deps.outbound({
      url,
      method: 'POST',
      timeoutMs: TIMEOUT_MS,
      headers: { 'content-type': 'application/json', 'nv-hmac-256': signature },
      body: JSON.stringify({
        subscriber: subscriber && personOf(subscriber),
        payload: event.payload,
        identifier: workflow.identifier,
        channel: job.type,
        providerId: job.providerId ?? undefined,
      }),
    })
    if (answer.status >= 300) return { ok: false, error: `The webhook answered ${answer.status}` }
    return { ok: true, body: parse(answer.body.toString('utf8')) }
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) }
  }
}

/** What the conditions of a step ask of the world outside. */
export const portsOf = (state: RunState, job: JobRow): ConditionPorts => ({
  askWebhook: (url) => askWebhook(state, job, url),
  messageOfStep: async (stepUuid) => {
    const before = state.jobs.find(({ stepId, stepIndex }) => stepId === stepUuid && stepIndex < job.stepIndex)
    return before ? findMessageFlags(state.ctx.deps.database.pool, before.id) : null
  },
  render: renderPlainText,
})
