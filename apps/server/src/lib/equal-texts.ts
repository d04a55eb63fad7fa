import { timingSafeEqual } from 'node:crypto'

/** Whether two texts are the same. How long that takes tells nothing of where they differ. */
export const equalTexts = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
