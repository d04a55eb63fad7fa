/** Most teams, business hours, SLA policies; most macros and views that one person sees. */
export const settingsLimit = 100
