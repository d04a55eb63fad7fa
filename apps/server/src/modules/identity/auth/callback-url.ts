const LONGEST = 2000

// Browsers drop tabs and line breaks and read a backslash as a slash, so what a check reads is not what they open.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const unsafe = /[\u0000-\u0020\u007f-\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\\]/

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

const isUnsafePath = (path: string): boolean => {
  let current: string | null = path
  for (let round = 0; round < 3; round += 1) {
    if (current === null || unsafe.test(current.replaceAll(' ', '')) || current.includes('//')) return true
    const next = decoded(current)
    if (next === current) return false
    current = next
  }
  return true
}

/**
 * Where to go after signing in or out: an absolute address on `origin`. Anything else becomes `origin` itself: other
 * origins, `//host`, backslashes, control characters and white space (also percent-encoded in the path), credentials,
 * other schemes.
 */
export const cleanCallbackUrl = (value: unknown, origin: string): string => {
  if (typeof value !== 'string' || value === '' || value.length > LONGEST || unsafe.test(value)) return origin
  if (value.startsWith('//') || !(value.startsWith('/') || /^https?:\/\//i.test(value))) return origin
  const url = URL.parse(value, origin)
  if (!url || url.origin !== origin || url.username !== '' || url.password !== '') return origin
  return isUnsafePath(url.pathname) ? origin : url.href
}
