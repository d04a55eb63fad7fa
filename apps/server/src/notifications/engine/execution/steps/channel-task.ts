import type { StepTemplate } from '@recado/contracts/notifications/domain'
import type { StoredStep } from '#server/db/schema/notifications/workflows.ts'
import type { ConditionPorts } from '#server/notifications/definitions/conditions/evaluate.ts'
import type { JobRow } from '../queries/jobs.ts'

/** A channel step that is to be done: `template` is the step's own, or that of the variant that was chosen. */
export type ChannelTask = { step: StoredStep; template: StepTemplate; job: JobRow; ports: ConditionPorts }
