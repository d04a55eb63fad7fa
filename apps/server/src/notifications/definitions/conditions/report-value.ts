const MOST = 500

const sizeOf = (value: unknown, room: number): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  let size = 0
  for (const [key, inner] of Object.entries(value)) {
    size += key.length + sizeOf(inner, room - size)
    if (size > room) break
  }
  return size
}

/** A value as a report keeps it: cut short, or only mentioned, when it is long. */
export const reportValue = (value: unknown): unknown => {
  if (typeof value === 'string') return value.length > MOST ? `${value.slice(0, MOST)}…` : value
  return sizeOf(value, MOST) > MOST ? '(too long to be kept)' : value
}
