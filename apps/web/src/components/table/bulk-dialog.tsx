import type { BulkOutcome } from '@recado/contracts/shared/lists'
import type { ReactNode } from 'react'
import { lazyComponent } from '../page/lazy-component.tsx'

export type BulkDialogProps = {
  title: string
  submitLabel: string
  ready: boolean
  run: () => Promise<BulkOutcome>
  onOutcome: (outcome: BulkOutcome) => void
  onClose: () => void
  children: ReactNode
}

/** Asks for the details of a change of many rows, makes it, and stays open with what went wrong. */
export const BulkDialog = lazyComponent<BulkDialogProps>(async () => (await import('./bulk-modal.tsx')).BulkModal)
