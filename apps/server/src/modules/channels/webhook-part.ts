type Loose = Record<string, unknown>
const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Loose[] => (Array.isArray(value) ? value.filter(isLoose) : [])

const numberOf = (change: Loose): string | null => {
  const metadata = isLoose(change['value']) ? change['value']['metadata'] : null
  const id = isLoose(metadata) ? metadata['phone_number_id'] : null
  return id === undefined || id === null ? null : String(id)
}

/**
 * The parts of a webhook body that concern one number: changes that name it, and changes of its account that name none.
 * A body that cannot be read has no such parts.
 */
export const partAbout = (body: Buffer, place: { phoneNumberId: string; wabaId: string }): unknown => {
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
