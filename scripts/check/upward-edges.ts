/** Uses that still run upwards, or in a circle within a domain. The list may only become shorter. */
export const knownUpward: readonly string[] = []
