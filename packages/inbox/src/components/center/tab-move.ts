/** Where a key leads among tabs (WAI-ARIA authoring practices, tabs pattern): arrows go round, Home and End to the ends. */
export function tabMove(key: string, index: number, count: number, direction: 'ltr' | 'rtl'): number | null {
  const [next, previous] = direction === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  if (count === 0) return null
  if (key === next) return (index + 1) % count
  if (key === previous) return (index + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
