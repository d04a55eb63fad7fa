import { Button, Progress, Stack, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#web/lib/api/error-text.ts'
import { FormElement } from './form-element.tsx'
import { FormFoot } from './form-foot.tsx'
import classes from './wizard.module.css'

/** One question of a wizard. */
export type WizardStep = {
  title: string
  description?: ReactNode
  content: ReactNode
  /** What the button says; "Continue" unless it says more. */
  nextLabel?: string
  /** Whether it was filled in, for a step that can be left empty or be emptied later. */
  done?: boolean
  /** Whether it can be continued from here yet. */
  ready?: boolean
  /** Whether what was given will do; it marks what is wrong itself. Work it waits for may fail, which is shown. */
  onNext?: () => boolean | Promise<boolean>
}

type Props = {
  /** Names the wizard for screen readers. */
  label: string
  steps: readonly WizardStep[]
  /** The place of the step that is shown, and how to show another; `useWizard` keeps it. */
  step: number
  onStep: (step: number) => void
  /** What follows the last step. */
  onFinish: () => Promise<unknown>
  /** Explains a failure where the usual text would not say enough. */
  explain?: (error: unknown) => string | null
  /** Uses the full width, such as for steps with something beside them. */
  wide?: boolean
}

const Steps = ({ label, steps, step, onStep }: Omit<Props, 'onFinish' | 'explain' | 'wide'>) => {
  const { t } = useTranslation()
  return (
    <ol className={classes.steps} aria-label={label}>
      {steps.map(({ title, done = true }, place) => {
        const isPassed = place < step
        const isDone = isPassed && done
        return (
          <li key={title}>
            <UnstyledButton
              className={classes.step ?? ''}
              data-state={isDone ? 'done' : 'open'}
              aria-current={place === step ? 'step' : undefined}
              disabled={!isPassed}
              onClick={() => onStep(place)}
            >
              <span className={classes.mark} aria-hidden="true">
                {isDone ? <IconCheck size={14} stroke={3} /> : place + 1}
              </span>
              <span>
                {title}
                {isDone ? <VisuallyHidden>, {t('wizard.done')}</VisuallyHidden> : null}
              </span>
            </UnstyledButton>
          </li>
        )
      })}
    </ol>
  )
}

/** Puts the keyboard and the reader at the head of each step that follows another. */
const useFocusOnStep = (step: number) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus()
  }, [step])
  return heading
}

/** Several questions, one after another: what was given stays, back and forth, and one button leads on. */
export const Wizard = ({ label, steps, step, onStep, onFinish, explain, wide = false }: Props) => {
  const { t } = useTranslation(['common', 'errors'])
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const heading = useFocusOnStep(step)
  const place = Math.min(Math.max(step, 0), steps.length - 1)
  const current = steps[place]
  if (!current) return null
  const isLast = place === steps.length - 1

  const next = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setError(null)
    try {
      if ((await current.onNext?.()) === false) return
      if (isLast) await onFinish()
      else onStep(place + 1)
    } catch (cause) {
      setError(cause)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const go = (to: number) => {
    setError(null)
    onStep(to)
  }
  const failureText = (cause: unknown) => explain?.(cause) ?? errorText(t, cause)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void next()
  }
  const back = (
    <Button variant="default" disabled={busy} onClick={() => go(place - 1)}>
      {t('back')}
    </Button>
  )
  return (
    <div className={classes.wizard} data-wide={wide || undefined}>
      <Steps label={label} steps={steps} step={place} onStep={go} />
      <FormElement onSubmit={submit} busy={busy} ready={current.ready ?? true} aria-label={label}>
        <Stack gap="md">
          <div>
            <Progress
              className={classes.progress ?? ''}
              size="sm"
              mb="sm"
              value={((place + 1) / steps.length) * 100}
              aria-hidden="true"
            />
            <Text size="sm" c="dimmed">
              {t('wizard.place', { step: place + 1, total: steps.length })}
            </Text>
            <Title order={2} ref={heading} tabIndex={-1} className={classes.title ?? ''}>
              {current.title}
            </Title>
            {current.description ? (
              <Text size="sm" c="dimmed" mt={4} component="div">
                {current.description}
              </Text>
            ) : null}
          </div>
          {current.content}
        </Stack>
        <FormFoot
          in="page"
          busy={busy}
          ready={current.ready}
          error={error ? failureText(error) : null}
          submitLabel={current.nextLabel ?? t(isLast ? 'wizard.finish' : 'continue')}
          leave={place > 0 ? back : null}
        />
      </FormElement>
    </div>
  )
}
