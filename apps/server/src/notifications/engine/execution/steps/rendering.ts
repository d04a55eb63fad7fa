import type { DetailMoment } from '@recado/contracts/notifications/details'
import { organizationBranding } from '#server/notifications/audience/organizations/branding.ts'
import { renderContext } from '#server/notifications/definitions/templates/render.ts'
import { TemplateError } from '#server/notifications/definitions/templates/template-error.ts'
import { detail } from '../../activity/details.ts'
import { done, type Outcome, type StepLog } from '../outcome.ts'
import type { JobRow } from '../queries/jobs.ts'
import { type LiveRun, outputsBefore, personOf, stepVariables } from '../world.ts'

/** What the templates of a step may name. */
export const contextOf = async (state: LiveRun, job: JobRow, preheader?: string): Promise<Record<string, unknown>> => {
  const { event, subscriber, actor, tenant } = state
  return renderContext({
    payload: event.payload,
    subscriber: personOf(subscriber),
    actor: actor && personOf(actor),
    tenant: tenant && { identifier: tenant.identifier, name: tenant.name, data: tenant.data },
    step: { ...stepVariables(state, job), ...outputsBefore(state, job) },
    branding: await organizationBranding(state.ctx),
    ...(preheader === undefined ? {} : { preheader }),
  })
}

/** Runs `render`; a template that cannot be rendered fails the step. */
export const renderOrFail = <T>(
  state: LiveRun,
  render: () => T,
  failure: { moment: DetailMoment; logs?: StepLog[] } = { moment: 'content_not_generated' },
): T | Outcome => {
  try {
    return render()
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    const raw = JSON.stringify({ error: error.message })
    const { moment, logs = [] } = failure
    return done('failed', [detail(moment, state.ctx.now(), { raw })], { logs })
  }
}

export const isOutcome = (value: object): value is Outcome => 'kind' in value && 'details' in value
