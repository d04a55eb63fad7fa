const NOTHING = '{}'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

const strip = (node: Json, names: (text: string) => boolean): Json => {
  if (Array.isArray(node)) {
    // From the inside out, so that no more goes than the smallest part that speaks of the person.
    const inner = node.map((one) => strip(one, names))
    return inner.filter((one) => !names(JSON.stringify(one)))
  }
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, strip(value, names)]))
}

/** A body without the members of its lists that name one of these ids; an empty one if it cannot be read or still names one. */
export const withoutPerson = (body: Buffer, ids: readonly string[]): Buffer => {
  const names = (text: string) => ids.some((id) => text.includes(id))
  try {
    const text = JSON.stringify(strip(JSON.parse(body.toString('utf8')) as Json, names))
    return Buffer.from(names(text) ? NOTHING : text)
  } catch {
    return Buffer.from(NOTHING)
  }
}
