/** Steps that checking one value may cost at most; a value has at most 1,000 characters. */
const MOST_STEPS = 2_000_000
const UNBOUNDED = 1_000
/** What may come so often counts as coming without limit. */
const LONG = 100

/**
 * A part of a pattern: what matching it may cost (infinity for what is not taken), where it ends, and how it borders on
 * its neighbours: whether it may match nothing, and the characters that it may repeat without limit at its beginning and
 * at its end. `meets` where two such repetitions touch that take the same characters.
 */
type Part = { cost: number; at: number; empty: boolean; first: string[]; last: string[]; meets: boolean }

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

/** Characters by which two parts are compared: of each kind some. */
const samples = [
  ...Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code)),
  ...'αЖאع中あ가٣€“–・😀\u0301\u2028',
]

/** Whether a character may be matched by both of two atoms. Letters of the pattern itself are tried as well. */
const overlap = (pattern: string, one: string, other: string): boolean => {
  const [a, b] = [one, other].map((atom) => new RegExp(`^(?:${atom})$`, 'u'))
  return [...samples, ...pattern].some((letter) => a?.test(letter) === true && b?.test(letter) === true)
}

const single = (cost: number, at: number): Part => ({ cost, at, empty: false, first: [], last: [], meets: false })

/** One character, class or group, with the atoms that it is made of. */
const atomAt = (pattern: string, at: number): Part & { atoms: string[] } => {
  if (pattern[at] === '(') {
    const inner = pattern.startsWith('(?:', at) ? at + 3 : at + 1
    if (pattern[inner] === '?') return { ...single(Number.POSITIVE_INFINITY, pattern.length), atoms: [] }
    const group = choicesAt(pattern, inner)
    return { ...group, at: group.at + 1 }
  }
  const atom = (cost: number, end: number) => ({ ...single(cost, end), atoms: [pattern.slice(at, end)] })
  if (pattern[at] === '[') {
    const rest = /^\[(?:\\.|[^\]\\])*\]/.exec(pattern.slice(at))
    return atom(1, at + (rest?.[0].length ?? 1))
  }
  if (pattern[at] === '^' || pattern[at] === '$') return { ...single(1, at + 1), empty: true, atoms: [] }
  if (pattern[at] !== '\\') return atom(1, at + ((pattern.codePointAt(at) ?? 0) > 0xffff ? 2 : 1))
  if (/[bB]/.test(pattern[at + 1] ?? '')) return { ...single(1, at + 2), empty: true, atoms: [] }
  const isReference = /[1-9k]/.test(pattern[at + 1] ?? '')
  const escaped = /^\\(?:[upP]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z])/.exec(pattern.slice(at))
  return atom(isReference ? Number.POSITIVE_INFINITY : 1, at + (escaped?.[0].length ?? 2))
}

type Matched = Omit<Part, 'at' | 'cost'>

/** What a part comes to that is repeated. */
const repeated = (
  pattern: string,
  part: ReturnType<typeof atomAt>,
  { least, most }: { least: number; most: number },
) => {
  const empty = part.empty || least === 0
  if (most >= LONG) return { empty, first: part.atoms, last: part.atoms, meets: part.meets }
  const meets = part.meets || (most > 1 && touch(pattern, part, part))
  return { empty, first: most > 0 ? part.first : [], last: most > 0 ? part.last : [], meets }
}

const touch = (pattern: string, left: Pick<Part, 'last'>, right: Pick<Part, 'first'>): boolean =>
  left.last.some((one) => right.first.some((other) => overlap(pattern, one, other)))

const joined = (pattern: string, left: Matched, right: Matched): Matched => ({
  empty: left.empty && right.empty,
  first: left.empty ? [...left.first, ...right.first] : left.first,
  last: right.empty ? [...right.last, ...left.last] : right.last,
  meets: left.meets || right.meets || touch(pattern, left, right),
})

const nothing: Matched = { empty: true, first: [], last: [], meets: false }

/** What stands between bars, up to the end of the group. */
const choicesAt = (pattern: string, start: number): Part & { atoms: string[] } => {
  let [cost, at] = [1, start]
  const atoms: string[] = []
  const branches = [nothing]
  while (at < pattern.length && pattern[at] !== ')') {
    if (pattern[at] === '|') {
      branches.push(nothing)
      at++
      continue
    }
    const atom = atomAt(pattern, at)
    const quantifier = quantifierAt(pattern, atom.at)
    const { least, most } = quantifier
    cost *= atom.cost ** Math.max(1, most) * (most - least + 1)
    atoms.push(...atom.atoms)
    branches.push(joined(pattern, branches.pop() ?? nothing, repeated(pattern, atom, quantifier)))
    at = quantifier.at
  }
  return {
    ...{ cost: cost * branches.length, at, atoms },
    empty: branches.some(({ empty }) => empty),
    first: branches.flatMap(({ first }) => first),
    last: branches.flatMap(({ last }) => last),
    meets: branches.some(({ meets }) => meets),
  }
}

/**
 * Why a regular expression is not taken: it is none or may hold up the server (`pattern`), as the ways to match it,
 * multiplied out, are many; or it has neighbours that repeat the same characters without limit, such as `.*.*`
 * (`pattern_repeats`), whose ways to share a text between them grow with its square. References back and looking around
 * are not taken.
 */
export const refusePattern = (pattern: string): 'pattern' | 'pattern_repeats' | null => {
  try {
    new RegExp(pattern, 'u')
  } catch {
    return 'pattern'
  }
  const whole = choicesAt(pattern, 0)
  if (whole.meets && Number.isFinite(whole.cost)) return 'pattern_repeats'
  return whole.cost > MOST_STEPS ? 'pattern' : null
}
