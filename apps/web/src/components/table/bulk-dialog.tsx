import type { BulkOutcome } from '@recado/contracts/shared/lists'
import type { ReactNode } from 'react'
import { useContractForm } from '#web/lib/ui/form.ts'
import { FormDialog } from '../form/form-dialog.tsx'

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
export const BulkDialog = ({ run, onOutcome, onClose, ...dialog }: BulkDialogProps) => {
  const { state } = useContractForm({
    initialValues: {},
    onSubmit: async () => {
      onOutcome(await run())
      onClose()
    },
  })
  return <FormDialog opened {...state} {...dialog} onClose={onClose} />
}
