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
export { missingValue, valueColumns } from './queries/values.ts'
