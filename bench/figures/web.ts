import type { Figure } from '../lib/figure.ts'

export const web: Figure = { name: 'web', title: 'Pages', run: async () => [] }
