/** What a badge says of a count: nothing at zero or when the count is not known, `99+` above 99. */
export function badgeText(count: number | null | undefined): string | null {
  if (!count || count < 0) return null
  return count > 99 ? '99+' : String(count)
}
