/** How a person reads dates: as their language writes them, or in digits with day, month or year first. */
export const dateFormats = ['auto', 'dmy', 'mdy', 'ymd'] as const
/** How a person reads times: as their language writes them, or with 24 or twice 12 hours. */
export const timeFormats = ['auto', 'h23', 'h12'] as const
/** The days a week may begin with, and their numbers; 0 is Sunday. */
export const firstDays = { monday: 1, sunday: 0, saturday: 6 } as const
export type FirstDay = keyof typeof firstDays
/** How close the rows of a list are. */
export const densities = ['comfortable', 'compact'] as const
/** Longest text below the messages of a person, in characters. */
export const signatureMax = 200
