import type { SourceDefinition } from '@recado/contracts/integrations/webhook-definition'
import type { DefinitionChange } from '@recado/contracts/integrations/webhook-templates'

/** Characters of a value that are shown. */
const SHOWN = 1000
const MOST = 300

type Leaves = Map<string, { path: string[]; text: string }>

/** What names an element of a list, by which it is found again in another version. */
const nameOf = (element: unknown, n: number): string => {
  if (typeof element !== 'object' || element === null) return String(n + 1)
  const { event, id, key } = element as Record<string, unknown>
  return [event, id, key].find((one): one is string => typeof one === 'string') ?? String(n + 1)
}

const collect = (value: unknown, path: string[], leaves: Leaves): Leaves => {
  const entries: [string, unknown][] | null = Array.isArray(value)
    ? value.map((element, n) => [nameOf(element, n), element])
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : null
  if (path.at(-1) === 'transforms' || entries === null) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (text !== 'null' && text !== '[]') leaves.set(JSON.stringify(path), { path, text: text.slice(0, SHOWN) })
    return leaves
  }
  for (const [key, inner] of entries) collect(inner, [...path, key], leaves)
  return leaves
}

/** What is different between two definitions, by the places that have a value of their own. */
export const definitionChanges = (before: SourceDefinition, after: SourceDefinition): DefinitionChange[] => {
  const [was, is] = [collect(before, [], new Map()), collect(after, [], new Map())]
  return [...new Set([...was.keys(), ...is.keys()])]
    .flatMap((key) => {
      const [one, other] = [was.get(key), is.get(key)]
      if (one?.text === other?.text) return []
      return [{ path: (one ?? other)?.path ?? [], before: one?.text ?? null, after: other?.text ?? null }]
    })
    .slice(0, MOST)
}
