/**
 * Does something with every item, one after another; one that throws keeps none of the others from its turn. Throws
 * `AggregateError` with all that was thrown when every item had its turn.
 */
export const eachApart = async <T>(items: Iterable<T>, perform: (item: T) => Promise<unknown>): Promise<void> => {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await perform(item)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of many failed`)
}
