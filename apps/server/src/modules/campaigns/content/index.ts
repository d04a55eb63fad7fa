export {
  type ContentPlan,
  languageFor,
  type PlannedTemplate,
  paramsOf,
  planContent,
  rawOf,
  templateFor,
  textsOf,
  unfilledVariables,
  valuesOf,
  variantAt,
} from './plan.ts'
export { missingValue, trackedValue, valueColumns } from './queries/values.ts'
export { withTrackedLinks } from './tracked.ts'
