import { OutboundError } from '@recado/providers/outbound'
import type { StoredStep } from '#server/db/schema/notifications/workflows.ts'
import { sanitizeJson } from '#server/lib/sanitize-text.ts'
import { V1Error } from '#server/notifications/shared/errors.ts'
import { detail, timesOf } from '../../activity/details.ts'
import { done, type Outcome } from '../outcome.ts'
import type { JobRow } from '../queries/jobs.ts'
import { triggerWorkflow } from '../trigger.ts'
import { type LiveRun, outputsBefore, stepVariables } from '../world.ts'

const MAX_DEPTH = 10
const CALL_ATTEMPTS = 3

/** Starts another workflow for the same subscriber. The job's id is the transaction, so that doing it twice is doing it once. */
export const startWorkflowStep = async (state: LiveRun, step: StoredStep, job: JobRow): Promise<Outcome> => {
  const now = state.ctx.now()
  const { event, subscriber, tenant, actor } = state
  if (event.depth >= MAX_DEPTH) return done('failed', [detail('recursion_refused', now)])
  const name = step.metadata?.workflow ?? ''
  try {
    const result = await triggerWorkflow(
      state.ctx,
      {
        name,
        to: subscriber.subscriberId,
        payload: event.payload,
        transactionId: `step-${job.id}`,
        actor: actor?.subscriberId,
        tenant: tenant?.identifier,
      },
      { depth: event.depth + 1, isTest: event.isTest },
    )
    const raw = JSON.stringify({ workflow: name, ...result })
    if (result.status !== 'processed') return done('failed', [detail('step_failed', now, { raw })])
    return done('completed', [detail('workflow_started', now, { raw })])
  } catch (error) {
    if (!(error instanceof V1Error)) throw error
    const raw = JSON.stringify({ workflow: name, error: error.message })
    return done('failed', [detail('step_failed', now, { raw })])
  }
}

/** Calls an address; the steps after it may use what it answers as `steps.<name>`. */
export const customStep = async (state: LiveRun, step: StoredStep, job: JobRow): Promise<Outcome> => {
  const { ctx, event, subscriber, tenant, workflow } = state
  const now = ctx.now()
  const url = step.metadata?.url ?? ''
  try {
    const answer = await ctx.deps.outbound({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': job.id },
      body: JSON.stringify({
        workflow: workflow.identifier,
        transactionId: event.transactionId,
        payload: event.payload,
        subscriber: { subscriberId: subscriber.subscriberId, email: subscriber.email, data: subscriber.data },
        tenant: tenant && { identifier: tenant.identifier, data: tenant.data },
        step: stepVariables(state, job),
        steps: outputsBefore(state, job),
      }),
    })
    if (answer.status >= 300) throw new Error(`The address answered ${answer.status}`)
    const output = parseObject(answer.body.toString('utf8'))
    return done('completed', [detail('address_called', now, { raw: JSON.stringify({ status: answer.status }) })], {
      output,
    })
  } catch (error) {
    const raw = JSON.stringify({ error: error instanceof Error ? error.message : String(error) })
    const forbidden = error instanceof OutboundError && error.kind === 'forbidden'
    const attempt = 1 + timesOf(job, 'address_retried')
    if (forbidden || attempt >= CALL_ATTEMPTS) return done('failed', [detail('step_failed', now, { raw })])
    const runAt = new Date(now.getTime() + 2000 * 2 ** attempt)
    return { kind: 'wait', status: 'queued', runAt, details: [detail('address_retried', now, { raw, isRetry: true })] }
  }
}

const parseObject = (text: string): Record<string, unknown> => {
  try {
    const value = sanitizeJson(JSON.parse(text))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { value }
  } catch {
    return {}
  }
}
