/** Steps that checking one value may cost at most; a value has at most 1,000 characters. */
const MOST_STEPS = 2_000_000
const UNBOUNDED = 1_000

type Part = { cost: number; at: number }

const bounds: Record<string, [number, number]> = { '*': [0, UNBOUNDED], '+': [1, UNBOUNDED], '?': [0, 1] }

/** How often what stands before may come, and where the pattern goes on. */
const quantifierAt = (pattern: string, at: number): { least: number; most: number; at: number } => {
  const short = bounds[pattern[at] ?? '']
  const counted = /^\{(\d{1,4})(?:(,)(\d{0,4}))?\}/.exec(pattern.slice(at))
  const end = at + (short ? 1 : (counted?.[0].length ?? 0))
  const least = short?.[0] ?? Number(counted?.[1] ?? 1)
  const last = counted?.[2] ? Number(counted[3] || UNBOUNDED) : least
  const most = short?.[1] ?? last
  return { least, most, at: end > at && pattern[end] === '?' ? end + 1 : end }
}

/** One character, class or group; a cost of infinity for what is not taken. */
const atomAt = (pattern: string, at: number): Part => {
  if (pattern[at] === '(') {
    const inner = pattern.startsWith('(?:', at) ? at + 3 : at + 1
    if (pattern[inner] === '?') return { cost: Number.POSITIVE_INFINITY, at: pattern.length }
    const group = choicesAt(pattern, inner)
    return { cost: group.cost, at: group.at + 1 }
  }
  if (pattern[at] === '[') {
    const rest = /^\[(?:\\.|[^\]\\])*\]/.exec(pattern.slice(at))
    return { cost: 1, at: at + (rest?.[0].length ?? 1) }
  }
  if (pattern[at] !== '\\') return { cost: 1, at: at + 1 }
  const isReference = /[1-9k]/.test(pattern[at + 1] ?? '')
  const braced = /^\\[upP]\{[^}]*\}/.exec(pattern.slice(at))
  return { cost: isReference ? Number.POSITIVE_INFINITY : 1, at: at + (braced?.[0].length ?? 2) }
}

/** What stands between bars, up to the end of the group. */
const choicesAt = (pattern: string, start: number): Part => {
  let [cost, choices, at] = [1, 1, start]
  while (at < pattern.length && pattern[at] !== ')') {
    if (pattern[at] === '|') {
      choices++
      at++
      continue
    }
    const atom = atomAt(pattern, at)
    const { least, most, at: next } = quantifierAt(pattern, atom.at)
    cost *= atom.cost ** Math.max(1, most) * (most - least + 1)
    at = next
  }
  return { cost: cost * choices, at }
}

/**
 * Whether a regular expression can be tried on any value without holding up the server: the ways to match it, multiplied
 * out, stay few. References back and looking around are not taken.
 */
export const isSafePattern = (pattern: string): boolean => {
  try {
    new RegExp(pattern, 'u')
  } catch {
    return false
  }
  return choicesAt(pattern, 0).cost <= MOST_STEPS
}
