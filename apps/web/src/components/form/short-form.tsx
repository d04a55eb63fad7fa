import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import type { FormState } from '#web/lib/ui/form.ts'
import { FormElement } from './form-element.tsx'
import { FormFailure } from './form-failure.tsx'

type Props = Pick<FormState, 'busy' | 'onSubmit'> & {
  /** Names the form for screen readers where no heading does. */
  label?: string
  /** The message of an error that does not belong to a field. */
  error?: string | null
  submitLabel: string
  submitRef?: Ref<HTMLButtonElement>
  /** Whether there is anything to send. */
  ready?: boolean
  danger?: boolean
  /** It is all of a card: its button is as wide as its fields. */
  wide?: boolean
  /** The way out without sending. */
  leave?: ReactNode
  /** What else can be done, below the button. */
  after?: ReactNode
  children: ReactNode
}

/** A few fields and their button, within a card or beside other things. Pages that load little use it too. */
export const ShortForm = (props: Props) => {
  const { label, busy, error, onSubmit, submitLabel, submitRef, leave, after, children } = props
  const { ready = true, danger = false, wide = false } = props
  const submit = (
    <Button
      {...(submitRef ? { ref: submitRef } : {})}
      type="submit"
      loading={busy}
      disabled={!ready}
      color={danger ? 'red' : 'petrol'}
      {...(wide ? { size: 'md', fullWidth: true } : {})}
    >
      {submitLabel}
    </Button>
  )
  return (
    <FormElement onSubmit={onSubmit} busy={busy} ready={ready} aria-label={label}>
      <Stack gap="md">
        {children}
        <FormFailure>{error}</FormFailure>
        {wide ? (
          submit
        ) : (
          <Group gap="sm">
            {submit}
            {leave}
          </Group>
        )}
        {after}
      </Stack>
    </FormElement>
  )
}
