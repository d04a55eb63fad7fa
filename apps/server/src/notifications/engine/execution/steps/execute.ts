import type { ChannelType, StepTemplate } from '@recado/contracts/notifications/domain'
import type { StoredStep } from '#server/db/schema/notifications/workflows.ts'
import { refuseByPreference } from '#server/notifications/audience/preferences/resolve.ts'
import { chooseVariant } from '#server/notifications/definitions/conditions/choose-variant.ts'
import {
  type ConditionPorts,
  type ConditionReport,
  evaluateConditions,
  needsOutside,
} from '#server/notifications/definitions/conditions/evaluate.ts'
import { quietUntil } from '#server/notifications/definitions/scheduling/quiet-hours.ts'
import { detail, timesOf } from '../../activity/details.ts'
import { finishDigest } from '../digests.ts'
import { done, type Outcome } from '../outcome.ts'
import type { JobRow } from '../queries/jobs.ts'
import { factsOf, type LiveRun, type RunState, stepOf } from '../world.ts'
import { channelStep } from './channels.ts'
import { delayStep } from './delay.ts'
import { digestStep } from './digest.ts'
import { customStep, startWorkflowStep } from './outside.ts'

const CONDITION_ATTEMPTS = 3

const channels = new Set<string>(['in_app', 'email', 'sms', 'chat', 'push'])
const isChannel = (type: string): type is ChannelType => channels.has(type)

/** Whether a step can be done within the process, without asking or telling anybody outside. */
export const isInline = (step: StoredStep): boolean =>
  step.template.type === 'in_app' &&
  !needsOutside(step.filters) &&
  !step.variants?.some(({ filters }) => needsOutside(filters))

/** Random, and twice as long each time. */
const backoffMs = (attempt: number) => 1000 * 2 ** (attempt - 1) * (1 + Math.random())

const refusedByConditions = (state: LiveRun, step: StoredStep, job: JobRow, report: ConditionReport): Outcome => {
  const now = state.ctx.now()
  const raw = JSON.stringify(report.checks)
  if (report.webhookError === undefined) {
    if (report.checks.some(({ error }) => error !== undefined))
      return done('failed', [detail('condition_error', now, { raw })])
    const status = step.template.type === 'digest' ? 'skipped' : 'canceled'
    return done(status, [detail('filtered_by_conditions', now, { raw })])
  }
  const attempt = 1 + timesOf(job, 'webhook_condition_retried')
  const problem = {
    raw: JSON.stringify({ error: report.webhookError, checks: report.checks }),
    isRetry: attempt > 1,
  }
  if (attempt < CONDITION_ATTEMPTS) {
    const runAt = new Date(now.getTime() + backoffMs(attempt))
    return { kind: 'wait', status: 'queued', runAt, details: [detail('webhook_condition_retried', now, problem)] }
  }
  return done('failed', [detail('webhook_condition_failed', now, problem)])
}

const refusedByPreference = (state: LiveRun, channel: ChannelType): Outcome | null => {
  const { workflow, preferences } = state
  const refusal = refuseByPreference({
    critical: workflow.critical,
    channel,
    channels: workflow.channels,
    workflow: workflow.preferenceSettings,
    override: preferences.override,
    subscriber: preferences.workflow,
    global: preferences.global,
  })
  if (refusal === null) return null
  const moment = refusal === 'global' ? 'filtered_by_global_preferences' : 'filtered_by_preferences'
  return done('canceled', [detail(moment, state.ctx.now())])
}

/** What the subscriber does not want to hear of, or not now. The inbox makes no noise, so that it need not wait. */
const refusedForNow = (state: LiveRun, channel: ChannelType): Outcome | null => {
  const { workflow, tenant, preferences } = state
  if (workflow.critical) return null
  const now = state.ctx.now()
  if (tenant && preferences.mutedTenants.includes(tenant.identifier))
    return done('canceled', [detail('filtered_by_muted_tenant', now)])
  const runAt = channel === 'in_app' || !preferences.quietHours ? null : quietUntil(preferences.quietHours, now)
  if (!runAt) return null
  const raw = JSON.stringify({ until: runAt.toISOString() })
  return { kind: 'wait', status: 'delayed', runAt, letsInboxPass: true, details: [detail('quiet_hours', now, { raw })] }
}

const runStep = async (state: LiveRun, step: StoredStep, job: JobRow, ports: ConditionPorts): Promise<Outcome> => {
  const { type } = step.template
  if (type === 'digest') return digestStep(state, step)
  if (type === 'delay') return delayStep(state, step, job)
  if (type === 'trigger') return startWorkflowStep(state, step, job)
  if (type === 'custom') return customStep(state, step, job)
  const variant = step.variants?.length ? await chooseVariant(step, factsOf(state, state.ctx.now()), ports) : null
  const template: StepTemplate = variant?.template ?? step.template
  const chosen = variant?.variant
    ? [
        detail('variant_chosen', state.ctx.now(), {
          raw: JSON.stringify({ variant: variant.variant._id, checks: variant.report?.checks }),
        }),
      ]
    : []
  const outcome = await channelStep(state, { step, template, job, ports })
  return { ...outcome, details: [...chosen, ...outcome.details] }
}

/** Does one step of a run: conditions, preferences, then what its type asks for. Nothing is written here. */
export const executeStep = async (state: RunState, job: JobRow, ports: ConditionPorts): Promise<Outcome> => {
  const step = stepOf(state, job)
  const now = state.ctx.now()
  if (!step) return done('failed', [detail('step_failed', now, { raw: '"The step is not part of its workflow"' })])
  const { subscriber } = state
  if (!subscriber) {
    const gone = detail('step_failed', now, { raw: '"The subscriber was removed"' })
    return done('failed', [gone], { logs: [{ code: 3001 }] })
  }
  const live: LiveRun = { ...state, subscriber }
  if (job.digest !== null && job.type === 'digest') return finishDigest(live, job)
  if (job.digest !== null && job.type === 'delay') return runStep(live, step, job, ports)
  if (step.filters.length > 0) {
    const report = await evaluateConditions(step.filters, factsOf(live, now), ports)
    if (!report.passed) return refusedByConditions(live, step, job, report)
  }
  const { type } = step.template
  if (!isChannel(type)) return runStep(live, step, job, ports)
  const refusal = refusedByPreference(live, type) ?? refusedForNow(live, type)
  if (refusal) return refusal
  if (state.run.tenantId && !state.tenant) return done('failed', [detail('tenant_not_found', now)])
  return runStep(live, step, job, ports)
}
