/** Most tags of a company. */
export const contactTagLimit = 2000
