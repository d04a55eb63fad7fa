import { Button, Drawer, Modal, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { askToDiscard, useUnsaved } from '#web/lib/ui/unsaved.ts'
import { FormElement } from './form-element.tsx'
import { FormFoot, type FormFootProps } from './form-foot.tsx'
import { InDrawer } from './in-drawer.ts'

type Props = FormFootProps & {
  opened: boolean
  title: string
  /** Whether something was typed that closing would lose. */
  dirty?: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

/**
 * A form in a drawer, or in a dialog where a drawer is open already: submit and cancel at the bottom, a question before
 * typed text is lost.
 */
export const FormDrawer = (props: Props) => {
  const { opened, title, submitLabel, busy, dirty, error, wrong, conflict, onReload, refusal, onSubmit } = props
  const { t } = useTranslation()
  const Frame = useContext(InDrawer) ? Modal : Drawer
  useUnsaved(() => opened && dirty === true && !busy)
  const leave = async () => {
    if (!dirty || (await askToDiscard())) props.onClose()
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
      size={460}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <FormElement onSubmit={onSubmit}>
        <Stack gap="md">{props.children}</Stack>
        <FormFoot in="drawer" {...{ busy, error, wrong, conflict, onReload, refusal, submitLabel }} leave={cancel} />
      </FormElement>
    </Frame>
  )
}
