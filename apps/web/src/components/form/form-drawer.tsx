import { Button, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { askToDiscard, useUnsaved } from '#web/lib/ui/unsaved.ts'
import { FormElement } from './form-element.tsx'
import { canSend, FormFoot, type FormFootProps } from './form-foot.tsx'
import { InDrawer } from './in-drawer.ts'
import { LazyDrawer, LazyModal } from './lazy-windows.tsx'

export type FormDrawerProps = FormFootProps & {
  opened: boolean
  title: string
  /** Whether something was typed that closing would lose. */
  dirty?: boolean
  /** How wide it is, in pixels. */
  size?: number
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Forgets what was typed, and what is still being checked. */
  onDiscard?: () => void
  onClose: () => void
  children: ReactNode
}

/**
 * A form in a drawer, or in a dialog if a drawer is open already: submit and cancel at the bottom, confirmation before
 * unsaved input is lost.
 */
export const FormDrawer = (props: FormDrawerProps) => {
  const { opened, title, size = 460, dirty, onSubmit, onDiscard, onClose, children, ...foot } = props
  const { t } = useTranslation()
  const Frame = useContext(InDrawer) ? LazyModal : LazyDrawer
  useUnsaved(() => opened && dirty === true && !foot.busy)
  const leave = async () => {
    if (dirty && !(await askToDiscard())) return
    onDiscard?.()
    onClose()
  }
  const cancel = (
    <Button variant="default" onClick={() => void leave()}>
      {t('cancel')}
    </Button>
  )
  return (
    <Frame
      opened={opened}
      onClose={() => void leave()}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <FormElement onSubmit={onSubmit} busy={foot.busy} ready={canSend(foot)}>
        <Stack gap="md">{children}</Stack>
        <FormFoot {...foot} in="drawer" leave={cancel} />
      </FormElement>
    </Frame>
  )
}
