const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Those that take an escape before them. */
const extended = new Set('\f^{}\\[~]|€')

const countFilled = (sizes: readonly number[], single: number, each: number): number => {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total <= single) return 1
  let segments = 1
  let room = each
  for (const size of sizes) {
    if (size > room) {
      segments++
      room = each
    }
    room -= size
  }
  return segments
}

/**
 * How many text messages a text takes: 160 characters of the GSM alphabet, or 153 in each of several; 70 or 67 when
 * it needs another one. A character of two units is never torn apart. An empty text takes none.
 */
export const countSmsSegments = (text: string): number => {
  if (text === '') return 0
  const chars = [...text]
  const isGsm = chars.every((char) => basic.has(char) || extended.has(char))
  return isGsm
    ? countFilled(
        chars.map((char) => (extended.has(char) ? 2 : 1)),
        160,
        153,
      )
    : countFilled(
        chars.map((char) => char.length),
        70,
        67,
      )
}
