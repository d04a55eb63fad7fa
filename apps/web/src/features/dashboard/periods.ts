/** Days that the dashboard offers to look back; apart from the page, because the route reads them first. */
export const periods = [1, 7, 30, 90] as const
export type Period = (typeof periods)[number]
