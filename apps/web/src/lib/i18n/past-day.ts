/** The day of an instant where the reader is, as `YYYY-MM-DD`. */
export const dayHere = (instant: Date): string =>
  new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

export const today = (): string => dayHere(new Date())

/** When something was on a day: today it was just now, on another day at noon, as no one knows the hour. */
export const instantOn = (day: string): string =>
  (day === today() ? new Date() : new Date(`${day}T12:00`)).toISOString()
