import type { StoredStep } from '#server/db/schema/notifications/workflows.ts'
import { findVariables } from '../templates/variables.ts'
import type { Saved } from './save.ts'

type Found = Pick<Saved, 'variables' | 'subscriberVariables' | 'reservedVariables'>

/** What the steps need to be told when they are triggered. */
export const variablesOf = (steps: StoredStep[]): Found => {
  const { variables, subscriberVariables, reserved } = findVariables(steps)
  return { variables, subscriberVariables, reservedVariables: reserved }
}
