import type { ImportAction } from '@recado/contracts/contacts/imports'

const actions: readonly ImportAction[] = ['created', 'updated', 'unchanged', 'skipped', 'failed']

/** What the address of an import says: which of its rows are shown. */
export type RowSearch = {
  action?: ImportAction
  /** A problem, which the server knows by its list. */
  code?: string
  field?: string
  phone?: 'fixed'
  cursor?: string
}

/** Reads the address of an import; what is unknown is left out. */
export const validateRowSearch = ({ action, code, field, phone, cursor }: Record<string, unknown>): RowSearch => {
  const search: RowSearch = {}
  const knownAction = actions.find((one) => one === action)
  if (knownAction) search.action = knownAction
  if (typeof code === 'string' && code !== '') search.code = code.slice(0, 80)
  if (typeof field === 'string' && field !== '') search.field = field.slice(0, 80)
  if (phone === 'fixed') search.phone = 'fixed'
  if (typeof cursor === 'string' && cursor !== '') search.cursor = cursor
  return search
}
