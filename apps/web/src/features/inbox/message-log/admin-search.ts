import { keptText } from '#web/lib/api/search.ts'

const names = [
  'cursor',
  'from',
  'to',
  'companyId',
  'status',
  'errorClass',
  'errorCode',
  'channelId',
  'direction',
] as const
type Name = (typeof names)[number]

/** What the address of the log across companies says. */
export type AdminLogSearch = { [key in Exclude<Name, 'direction'>]?: string } & { direction?: 'in' | 'out' }

export const validateAdminLogSearch = (raw: Record<string, unknown>): AdminLogSearch => {
  const { direction, ...kept } = keptText(names, raw)
  return direction === 'in' || direction === 'out' ? { ...kept, direction } : kept
}
