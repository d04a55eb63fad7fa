import type { TemplateVariable } from '@recado/contracts/notifications/domain'
import type { StoredStep } from '../../../db/schema/notifications.ts'
import { partsOf } from './steps.ts'

type Found = {
  variables: TemplateVariable[]
  reservedVariables: { type: 'tenant' | 'actor'; variables: TemplateVariable[] }[]
}

/** The variables that the steps declare. */
export const variablesOf = (steps: readonly StoredStep[]): Found => {
  const byName = new Map<string, TemplateVariable>()
  for (const { template } of partsOf(steps))
    for (const variable of template.variables ?? [])
      byName.set(variable.name, { ...byName.get(variable.name), ...variable })
  return { variables: [...byName.values()], reservedVariables: [] }
}
