/** Whatever admins see of companies and people: read again together when one of it changes. */
export const adminKey = ['admin'] as const

/** The address holds texts; the server says so when one of them is not among the values it knows. */
export const asQuery = <Q>(search: object) => search as Q
