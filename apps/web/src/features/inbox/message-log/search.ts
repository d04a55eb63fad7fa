import { keptText } from '#web/lib/api/search.ts'

const names = [
  'cursor',
  'from',
  'to',
  'direction',
  'status',
  'type',
  'origin',
  'errorClass',
  'errorCode',
  'category',
  'channelId',
  'authorId',
  'template',
  'contact',
  'q',
  'message',
] as const
type Name = (typeof names)[number]

/** What the address of the log says: the filters as the API takes them, and which message is open. */
export type LogSearch = { [key in Exclude<Name, 'direction'>]?: string } & { direction?: 'in' | 'out' }

export const validateLogSearch = (raw: Record<string, unknown>): LogSearch => {
  const { direction, ...kept } = keptText(names, raw)
  return direction === 'in' || direction === 'out' ? { ...kept, direction } : kept
}

/** The filters alone. */
export const filterOf = ({ cursor: _, message: __, ...filter }: LogSearch) => filter
