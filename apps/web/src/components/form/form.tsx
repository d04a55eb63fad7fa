import { Alert, Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormState } from '#web/lib/ui/form.ts'
import { FormElement } from './form-element.tsx'
import classes from './form-foot.module.css'
import { canSend, FormFoot, type FormFootProps } from './form-foot.tsx'
import { ReadOnly } from './read-only.tsx'

export type FormProps = FormState &
  Omit<FormFootProps, 'submitLabel'> & {
    /** Names the form for screen readers. */
    label?: string
    submitLabel?: string
    /** Creates something new: the buttons are shown from the start, with this way out instead of discarding. */
    cancel?: ReactNode
    /** Shows fields as text, with this explanation of who may change them; `true` if the page explains it already. */
    readOnly?: string | boolean | null | undefined
    children: ReactNode
  }

const Foot = (props: FormProps) => {
  const { busy, dirty, wrong, ready, error, conflict, onReload, refusal, submitLabel, cancel, onDiscard } = props
  const { t } = useTranslation()
  if (!cancel && !dirty && !busy && !error && !conflict && !onReload) return null
  const discard = (
    <Button variant="default" disabled={busy} onClick={onDiscard}>
      {t('unsaved.discard')}
    </Button>
  )
  const leave = cancel ?? (onReload ? null : discard)
  return (
    <FormFoot
      in="page"
      {...{ busy, ready, error, wrong, conflict, onReload, refusal, leave }}
      note={dirty && !busy ? t('form.unsaved') : null}
      submitLabel={submitLabel ?? t('save')}
    />
  )
}

/**
 * A form on a page. Its footer appears at the bottom with the first change and stays there; leaving the page asks
 * for confirmation. Members without permission to edit see text, and who may change it.
 */
export const Form = (props: FormProps) => {
  const { label, readOnly, busy, onSubmit, children } = props
  if (readOnly) {
    return (
      <Stack component="section" gap="md" aria-label={label} maw={960}>
        {typeof readOnly === 'string' ? <Alert color="gray">{readOnly}</Alert> : null}
        <ReadOnly>{children}</ReadOnly>
      </Stack>
    )
  }
  return (
    <FormElement className={classes.form} onSubmit={onSubmit} busy={busy} ready={canSend(props)} aria-label={label}>
      <Stack gap="md">{children}</Stack>
      <Foot {...props} />
    </FormElement>
  )
}
