import { useContractForm } from '#web/lib/ui/form.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import type { BulkDialogProps } from './bulk-dialog.tsx'

/** The window of a change of many rows. */
export const BulkModal = ({ run, onOutcome, onClose, ...dialog }: BulkDialogProps) => {
  const { state } = useContractForm({
    initialValues: {},
    onSubmit: async () => {
      onOutcome(await run())
      onClose()
    },
  })
  return <FormDialog opened {...state} {...dialog} onClose={onClose} />
}
