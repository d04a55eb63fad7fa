import {
  type ImportAction,
  type ImportProblem,
  importActions,
  importProblems,
} from '@recado/contracts/contacts/imports'

/** What the address of an import says: which of its rows are shown. */
export type RowSearch = {
  action?: ImportAction
  code?: ImportProblem
  field?: string
  phone?: 'fixed'
  cursor?: string
}

/** Reads the address of an import; what is unknown is left out. */
export const validateRowSearch = ({ action, code, field, phone, cursor }: Record<string, unknown>): RowSearch => {
  const search: RowSearch = {}
  const knownAction = importActions.find((one) => one === action)
  const knownCode = importProblems.find((one) => one === code)
  if (knownAction) search.action = knownAction
  if (knownCode) search.code = knownCode
  if (typeof field === 'string' && field !== '') search.field = field.slice(0, 80)
  if (phone === 'fixed') search.phone = 'fixed'
  if (typeof cursor === 'string' && cursor !== '') search.cursor = cursor
  return search
}
