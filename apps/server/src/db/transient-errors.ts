/** Connection lost, server stopping or full, deadlock, serialization: another try may succeed with the same data. */
const transient = /^(?:08|40|53|55|57|58)/

/** Whether an error, or what caused it, says something about the database and nothing about the data. */
export const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error.cause instanceof Error) return isTransient(error.cause)
  const code = 'code' in error ? String(error.code) : ''
  if (code === '') return /connection|timeout|terminat/i.test(error.message)
  // A file that is not there will not be there later; the socket of a server that starts may be.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return transient.test(code) || /^E[A-Z]+$/.test(code)
}
