import { type StepInput, step } from '@recado/contracts/notifications/domain'
import type { WorkflowDetail } from './api.ts'

/** The steps of a workflow as its form and its words know them. */
export const parseSteps = (stored: WorkflowDetail['steps']): StepInput[] => stored.map((part) => step.parse(part))
