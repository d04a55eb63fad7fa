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
  phone?: 'fixed'
  cursor?: string
}

/** Reads the address of an import; what is unknown is left out. */
export const validateRowSearch = ({ action, code, phone, cursor }: Record<string, unknown>): RowSearch => {
  const search: RowSearch = {}
  const knownAction = importActions.find((one) => one === action)
  const knownCode = importProblems.find((one) => one === code)
  if (knownAction) search.action = knownAction
  if (knownCode) search.code = knownCode
  if (phone === 'fixed') search.phone = 'fixed'
  if (typeof cursor === 'string' && cursor !== '') search.cursor = cursor
  return search
}
