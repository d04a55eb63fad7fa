import { Button, Group, Modal, Stack } from '@mantine/core'
import type { BulkOutcome } from '@recado/contracts/shared/lists'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#web/lib/api/error-text.ts'
import { FormFailure } from '../form/form-failure.tsx'

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
export const BulkDialog = ({ title, submitLabel, ready, run, onOutcome, onClose, children }: BulkDialogProps) => {
  const { t } = useTranslation(['common', 'errors'])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const submit = async () => {
    setBusy(true)
    setFailure(null)
    try {
      onOutcome(await run())
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (ready && !busy) void submit()
        }}
      >
        <Stack gap="md">
          {children}
          <FormFailure>{failure ? errorText(t, failure) : null}</FormFailure>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={!ready}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
