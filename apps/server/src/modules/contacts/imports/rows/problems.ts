import type { OutcomeRow } from '../queries.ts'
import { type Plan, type RowProblem, readRow } from './draft.ts'

/**
 * Everything that is wrong with a row, first what it was refused for. The rest is read from its cells again; it is left out
 * where they no longer say the same, such as by a field that was changed since.
 */
export const problemsOf = (
  { action, errorCode: code, errorField: field }: Pick<OutcomeRow, 'action' | 'errorCode' | 'errorField'>,
  cells: readonly string[],
  plan: Plan,
): RowProblem[] => {
  if (code === null) return []
  const read = action === 'failed' && cells.length > 0 ? readRow(cells, plan) : []
  const [first, ...further] = Array.isArray(read) ? read : []
  return [{ code, field }, ...(first?.code === code && first.field === field ? further : [])]
}
