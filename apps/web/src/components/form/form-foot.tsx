import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditConflict } from '#web/lib/ui/versioned-form.ts'
import { EditConflictAlert } from './edit-conflict-alert.tsx'
import { FormFailure } from './form-failure.tsx'
import classes from './form-foot.module.css'

export type FormFootProps = {
  submitLabel: string
  busy?: boolean | undefined
  /** Whether there is anything to send. */
  ready?: boolean | undefined
  /** Another way to send it, beside the button. */
  also?: ReactNode
  /** An error that does not belong to a field. */
  error?: string | null | undefined
  /** The number of invalid fields. */
  wrong?: number | undefined
  /** Fields that another person changed too; nothing is saved until the conflict is resolved. */
  conflict?: EditConflict | null | undefined
  /** Another person saved in the meantime; loads their version in place of the typed values. */
  onReload?: (() => void) | null | undefined
  /** A longer explanation of why saving was refused. */
  refusal?: ReactNode
}

/** Whether a form can be sent: there is something to send, and nothing that another person changed is open. */
export const canSend = ({ ready = true, conflict, onReload }: Partial<FormFootProps>): boolean =>
  ready && !conflict && !onReload

type Props = FormFootProps & {
  in: 'page' | 'drawer'
  /** Shown on the left while there is no error. */
  note?: string | null
  /** Leaves the form without saving. */
  leave: ReactNode
}

const Stale = ({ onReload }: { onReload: () => void }) => {
  const { t } = useTranslation()
  return (
    <Alert color="clay" role="alert" title={t('editConflict.title')}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('editConflict.stale')}</Text>
        <Button size="compact-sm" variant="default" onClick={onReload}>
          {t('editConflict.showTheirs')}
        </Button>
      </Group>
    </Alert>
  )
}

/** The footer of every form: the error, the way out, and the submit button. */
export const FormFoot = (props: Props) => {
  const { busy = false, also, error, wrong = 0, submitLabel, conflict, onReload, refusal, note, leave } = props
  const { t } = useTranslation()
  const left = wrong > 0 ? t('form.wrong', { count: wrong }) : note
  return (
    <div className={classes.foot} data-in={props.in}>
      <Stack gap="sm">
        {refusal}
        <FormFailure>{onReload ? null : error}</FormFailure>
        <EditConflictAlert conflict={conflict} />
        {onReload ? <Stale onReload={onReload} /> : null}
        <div className={classes.end}>
          <Text
            size="sm"
            c={wrong > 0 ? 'var(--mantine-color-error)' : 'dimmed'}
            role="status"
            className={classes.left}
          >
            {left}
          </Text>
          {leave}
          {also}
          <Button type="submit" loading={busy} disabled={!canSend(props)}>
            {submitLabel}
          </Button>
        </div>
      </Stack>
    </div>
  )
}
