import type { CompanyCtx } from '#server/context.ts'
import { emitChange } from '#server/realtime/emit-change.ts'

/** Tells browsers that an import moved on. */
export const emitImport = (tx: CompanyCtx, id: string): void =>
  emitChange(tx, 'import.updated', { companyId: tx.company.id, ids: [id] })
