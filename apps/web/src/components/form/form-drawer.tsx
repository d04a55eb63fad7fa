import { Button, Drawer, Group, Modal, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '#web/lib/ui/unsaved.ts'
import type { EditConflict } from '#web/lib/ui/versioned-form.ts'
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx'
import { EditConflictAlert } from './edit-conflict-alert.tsx'
import classes from './form-drawer.module.css'
import { FormFailure } from './form-failure.tsx'
import { InDrawer } from './in-drawer.ts'

type Props = {
  opened: boolean
  title: string
  submitLabel: string
  busy?: boolean
  /** Whether something was typed that closing would lose. */
  dirty?: boolean
  /** A failure that belongs to no field. */
  error?: string | null
  /** Fields that somebody else changed too; nothing is saved until the person has chosen. */
  conflict?: EditConflict | null
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

/**
 * A form in a drawer, or in a dialog where a drawer is open already: submit and cancel at the bottom, a question before
 * typed text is lost.
 */
export const FormDrawer = (props: Props) => {
  const { opened, title, submitLabel, busy, dirty, error, conflict, onSubmit, onClose, children } = props
  const { t } = useTranslation()
  const Frame = useContext(InDrawer) ? Modal : Drawer
  const [asking, { open: ask, close: stay }] = useDisclosure(false)
  useUnsaved(() => opened && dirty === true && !busy)
  const leave = () => (dirty ? ask() : onClose())
  return (
    <>
      <Frame opened={opened} onClose={leave} title={title} size={460} closeButtonProps={{ 'aria-label': t('close') }}>
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="md">
            {children}
            <FormFailure>{error}</FormFailure>
            <EditConflictAlert conflict={conflict} />
            <Group justify="flex-end" className={classes.footer ?? ''}>
              <Button variant="default" onClick={leave}>
                {t('cancel')}
              </Button>
              <Button type="submit" loading={busy ?? false} disabled={Boolean(conflict)}>
                {submitLabel}
              </Button>
            </Group>
          </Stack>
        </form>
      </Frame>
      <ConfirmDialog
        opened={asking}
        title={t('unsaved.title')}
        confirmLabel={t('unsaved.discard')}
        danger
        onClose={stay}
        onConfirm={async () => onClose()}
      >
        {t('unsaved.text')}
      </ConfirmDialog>
    </>
  )
}
