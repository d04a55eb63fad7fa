/** Where a list of names goes on: after this name in this account. */
export type NameCursor = { name: string; accountId: string }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const encodeCursor = ({ name, accountId }: NameCursor): string =>
  Buffer.from(`${accountId} ${name}`).toString('base64url')

export const decodeCursor = (cursor: string | undefined): NameCursor | null => {
  const [accountId = '', name = ''] = Buffer.from(cursor ?? '', 'base64url')
    .toString('utf8')
    .split(' ')
  return uuid.test(accountId) && /^[a-z0-9_]{1,512}$/.test(name) ? { name, accountId } : null
}
