import { hash, parseOptions, verify } from '@node-rs/argon2'

const ARGON2ID = 2
const ITERATIONS = 2
const LANES = 1
const AT_ONCE = 2
const MOST_WAITING = 100
const LONGEST = 256

/** Thrown when so many people sign in at once that another check would wait too long. */
export class PasswordsBusy extends Error {
  override name = 'PasswordsBusy'
}

const waiting: (() => void)[] = []
let running = 0

// A check costs 20 ms of a core and 19 MiB: more of them at a time would only slow down everything else.
const inTurn = async <R>(work: () => Promise<R>): Promise<R> => {
  if (running < AT_ONCE) running += 1
  else {
    if (waiting.length >= MOST_WAITING) throw new PasswordsBusy('too many password checks are waiting')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

const optionsFor = (memoryKib: number) => ({
  algorithm: ARGON2ID,
  memoryCost: memoryKib,
  timeCost: ITERATIONS,
  parallelism: LANES,
})

/** Argon2id hash in PHC format, with `memoryKib` of memory. */
export const hashPassword = (password: string, memoryKib: number): Promise<string> =>
  inTurn(() => hash(password.normalize('NFKC'), optionsFor(memoryKib)))

const dummies = new Map<number, Promise<string>>()
const dummyHash = (memoryKib: number) => {
  const known = dummies.get(memoryKib) ?? hash('the password of nobody', optionsFor(memoryKib))
  dummies.set(memoryKib, known)
  return known
}

/** Whether a password fits. An account without one, or none at all, costs the same work and is refused. */
export const checkPassword = async (stored: string | null, password: string, memoryKib: number): Promise<boolean> => {
  const tooLong = password.length > LONGEST
  const against = stored ?? (await dummyHash(memoryKib))
  // A stored hash that cannot be parsed matches no password.
  const fits = await inTurn(() => verify(against, tooLong ? '' : password.normalize('NFKC')).catch(() => false))
  return fits && stored !== null && !tooLong
}

/** Whether a stored hash was made with other costs than today's. */
export const needsRehash = (stored: string, memoryKib: number): boolean => {
  const parsed = parseOptions(stored)
  return parsed.memoryCost !== memoryKib || parsed.timeCost !== ITERATIONS || parsed.parallelism !== LANES
}

const common = new Set(
  `0123456789 0987654321 1234567890 12345678910 123456789a 1q2w3e4r5t 1qaz2wsx3edc 1029384756 1122334455 9876543210
  password12 password123 password1234 passwordpassword password01 passw0rd123 p@ssword123 p@ssw0rd123 mypassword
  qwertyuiop qwerty1234 qwerty12345 qwerty123456 qwertyuiop123 asdfghjkl1 asdfghjklz zxcvbnm123 abcdefghij abcdefghijk
  abcd123456 abc1234567 iloveyou12 iloveyou123 welcome123 welcome1234 letmein123 letmein1234 administrator admin12345
  admin123456 administrador changeme123 trustno1234 football123 baseball123 superman123 princess123 sunshine123
  whatsapp123 facebook123 instagram1 brasil1234 brasil12345 senha12345 senha123456 minhasenha minhasenha123
  mudar12345 mudarsenha flamengo123 corinthians palmeiras123 saopaulo123 vasco12345 teamo12345 euteamo123 jesuscristo
  deusefiel1 deusefiel123 gratidao123 familia123 felicidade felicidade1 102030405060 123123123123 123321123321
  1234512345 1111111111 0000000000`
    .split(/\s+/)
    .filter(Boolean),
)

/** Why a password is refused: too usual, or made of the e-mail address. Null when it may be used. */
export const weaknessOf = (password: string, email: string): 'common' | 'contains_email' | null => {
  const plain = password.normalize('NFKC').toLowerCase()
  const name = email.split('@')[0] ?? ''
  if (common.has(plain) || /^(.{1,3})\1+$/.test(plain)) return 'common'
  return name.length >= 3 && plain.includes(name) ? 'contains_email' : null
}
