/** Where a page ended. */
type Cursor = { at: Date; id: string }

export const encodeCursor = ({ at, id }: Cursor): string => Buffer.from(`${at.getTime()} ${id}`).toString('base64url')

/** Null for a text that is no cursor: the list then begins at its start. */
export const decodeCursor = (cursor: string | undefined): Cursor | null => {
  const text = Buffer.from(cursor ?? '', 'base64url').toString('utf8')
  const [, time = '', id = ''] = /^(\d{1,14}) ([0-9a-f]{24})$/.exec(text) ?? []
  return id === '' ? null : { at: new Date(Number(time)), id }
}
