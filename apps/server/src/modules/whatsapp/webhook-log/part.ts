type Loose = Record<string, unknown>
const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Loose[] => (Array.isArray(value) ? value.filter(isLoose) : [])

export type WebhookPart = Loose & { entry: (Loose & { changes: Loose[] })[] }

const numberOf = (change: Loose): string | null => {
  const metadata = isLoose(change['value']) ? change['value']['metadata'] : null
  const id = isLoose(metadata) ? metadata['phone_number_id'] : null
  return id === undefined || id === null ? null : String(id)
}

const ofMessage = (item: Loose): string => (typeof item['id'] === 'string' ? item['id'] : '')

/** The messages that a body tells the fate of, by wamid. */
export const wamidsOf = (part: WebhookPart): string[] =>
  part.entry.flatMap(({ changes }) =>
    changes.flatMap(({ value }) => (isLoose(value) ? listOf(value['statuses']).map(ofMessage) : [])),
  )

/** A part without what it tells of these messages. */
export const partWithout = (part: WebhookPart, wamids: ReadonlySet<string>): WebhookPart => {
  const cut = (value: Loose) => ({
    ...value,
    statuses: listOf(value['statuses']).filter((status) => !wamids.has(ofMessage(status))),
  })
  const cutChange = (change: Loose) => {
    const { value } = change
    return isLoose(value) && Array.isArray(value['statuses']) ? { ...change, value: cut(value) } : change
  }
  return { ...part, entry: part.entry.map((item) => ({ ...item, changes: item.changes.map(cutChange) })) }
}

/**
 * The parts of a webhook body that concern one number: changes that name it, and changes of its account that name none.
 * A body that cannot be read has no such parts.
 */
export const partAbout = (body: Buffer, place: { phoneNumberId: string; wabaId: string }): WebhookPart | null => {
  let parsed: unknown
  try {
    parsed = JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
  if (!isLoose(parsed)) return null
  const entry = listOf(parsed['entry']).flatMap((item) => {
    const changes = listOf(item['changes']).filter((change) => {
      const number = numberOf(change)
      return number === null ? String(item['id']) === place.wabaId : number === place.phoneNumberId
    })
    return changes.length > 0 ? [{ ...item, changes }] : []
  })
  return { ...parsed, entry }
}
