/** How likely contacts are one person that share something, and how much more so for each further thing. */
export const likeliness = { document: 1, phone: 0.95, email: 0.9, name: 0.7, further: 0.02 } as const
