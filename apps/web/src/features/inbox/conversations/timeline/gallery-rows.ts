import type { Message } from '@recado/contracts/inbox/messages'
import type { MessageRow, TimelineRow } from './timeline-rows.ts'

/** Pictures that were sent one after the other, as one row. */
export type GalleryRow = {
  kind: 'gallery'
  /** Id of the first one. */
  key: string
  messages: readonly Message[]
  first: boolean
  last: boolean
}
export type FoldedRow = TimelineRow | GalleryRow

/** Whether nothing but the picture has to be shown. */
const isPlainPicture = ({ type, body, media, replyTo, reactions, revokedAt, error, payload }: Message): boolean =>
  type === 'image' &&
  !body &&
  media?.state === 'stored' &&
  media.url !== null &&
  replyTo === null &&
  reactions.length === 0 &&
  revokedAt === null &&
  error === null &&
  !payload.forwarded &&
  !payload.referral

const galleryOf = (rows: readonly MessageRow[], before: ReadonlyMap<string, GalleryRow>): TimelineRow | GalleryRow => {
  const [head] = rows
  const tail = rows.at(-1)
  if (!head || !tail || rows.length === 1) return head as MessageRow
  const messages = rows.map(({ message }) => message)
  const known = before.get(head.key)
  const same =
    known?.first === head.first &&
    known.last === tail.last &&
    known.messages.length === messages.length &&
    known.messages.every((message, index) => message === messages[index])
  return same ? known : { kind: 'gallery', key: head.key, messages, first: head.first, last: tail.last }
}

/** Rows with pictures of one run gathered; galleries whose pictures did not change are taken over from `before`. */
export const foldGalleries = (
  rows: readonly TimelineRow[],
  before: ReadonlyMap<string, GalleryRow> = new Map(),
): FoldedRow[] => {
  const folded: FoldedRow[] = []
  let open: MessageRow[] = []
  const close = () => {
    if (open.length > 0) folded.push(galleryOf(open, before))
    open = []
  }
  for (const row of rows) {
    const isPicture = row.kind === 'message' && isPlainPicture(row.message)
    if (!isPicture || row.first) close()
    if (isPicture) open.push(row)
    else folded.push(row)
  }
  close()
  return folded
}
