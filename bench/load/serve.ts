type Call = { id: number; name: string; input: unknown }

/** Answers the calls of the process that started this one, by the names of the functions. */
export const serve = (functions: Record<string, (input: never) => unknown>): void => {
  process.on('message', ({ id, name, input }: Call) => {
    Promise.resolve()
      .then(() => functions[name]?.(input as never))
      .then((result) => process.send?.({ id, result }))
      .catch((error: unknown) => process.send?.({ id, error: error instanceof Error ? error.stack : String(error) }))
  })
  process.on('disconnect', () => process.exit(0))
}
