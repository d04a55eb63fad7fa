export {
  type ContentPlan,
  languageFor,
  type PlannedTemplate,
  paramsOf,
  planContent,
  templateFor,
  unfilledVariables,
  valuesOf,
  variantAt,
} from './plan.ts'
export { missingValue, valueColumns } from './queries/values.ts'
