import { webAddress } from '../shared/web-address.ts'
import type { TemplateProblem } from '../whatsapp/template-validation.ts'
import type { SendableTemplate, TemplateValues } from '../whatsapp/template-variables.ts'
import { linkButtonsOf } from './tracked-links.ts'

/** Values of buttons that are to lead on to an address and are none, beside what `validateTemplateValues` finds. */
export const trackedButtonProblems = (
  template: SendableTemplate,
  values: TemplateValues,
  origin: string,
): TemplateProblem[] =>
  linkButtonsOf(template, origin).flatMap(({ key, tracked }) => {
    const value = values[key]
    const isGiven = tracked && typeof value === 'string' && value.trim() !== ''
    return isGiven && webAddress(value) === null ? [{ key, code: 'address_invalid' as const }] : []
  })
