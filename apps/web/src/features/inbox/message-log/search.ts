import { keptText } from '#web/lib/api/search.ts'

const names = [
  'cursor',
  'from',
  'to',
  'weekday',
  'hour',
  'direction',
  'status',
  'type',
  'origin',
  'errorClass',
  'errorCode',
  'category',
  'priced',
  'channelId',
  'teamId',
  'assigneeId',
  'authorId',
  'campaignId',
  'template',
  'contact',
  'q',
  'message',
] as const
type Name = (typeof names)[number]

/** What the address of the log says: the filters as the API takes them, and which message is open. */
export type LogSearch = { [key in Exclude<Name, 'direction' | 'priced'>]?: string } & {
  direction?: 'in' | 'out'
  priced?: 'yes'
}

export const validateLogSearch = (raw: Record<string, unknown>): LogSearch => {
  const { direction, priced, ...kept } = keptText(names, raw)
  return {
    ...kept,
    ...(direction === 'in' || direction === 'out' ? { direction } : {}),
    ...(priced === 'yes' ? { priced } : {}),
  }
}

/** The filters alone. */
export const filterOf = ({ cursor: _, message: __, ...filter }: LogSearch) => filter
