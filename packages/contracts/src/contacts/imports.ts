/** From the upload to the end; `ready` has been checked and waits for its start. */
export const importStates = [
  'uploaded',
  'mapped',
  'validating',
  'ready',
  'running',
  'completed',
  'completed_with_errors',
  'failed',
  'canceled',
  'reverting',
  'reverted',
] as const
export type ImportState = (typeof importStates)[number]

/** What became of a row. */
export const importActions = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const
export type ImportAction = (typeof importActions)[number]
