import { Loader, Text, VisuallyHidden } from '@mantine/core'
import { classifyGraphError, graphErrorTextKey } from '@recado/contracts/whatsapp/graph-errors'
import { type Onboarding, type OnboardingStep, onboardingSteps } from '@recado/contracts/whatsapp/signup'
import {
  IconCircle,
  IconCircleCheckFilled,
  IconCircleMinus,
  IconCircleXFilled,
  IconHandStop,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import classes from './onboarding.module.css'

type T = TFunction<readonly ['whatsapp/signup', 'whatsapp/graph-errors']>

const icons = {
  ok: <IconCircleCheckFilled size={22} color="#2b9a53" aria-hidden="true" />,
  skipped: <IconCircleMinus size={22} color="var(--mantine-color-dimmed)" aria-hidden="true" />,
  failed: <IconCircleXFilled size={22} color="var(--mantine-color-error)" aria-hidden="true" />,
  waiting: <IconHandStop size={22} color="#b8780a" aria-hidden="true" />,
  none: <IconCircle size={22} aria-hidden="true" />,
} as const

/** Whether Meta refused a step for want of a permission, which only its window can give again. */
export const isAccessError = (code: number | null): boolean =>
  code !== null && classifyGraphError(code).errorClass === 'auth'

/** What is wrong with a step and what to do, in words. */
export const problemText = (t: T, onboarding: Onboarding, step: OnboardingStep): string | null => {
  const entry = onboarding.steps[step]
  if (!entry?.problem) return null
  const own = t(`whatsapp/signup:problem.${step}.${entry.problem}` as 'whatsapp/signup:problem.other', {
    defaultValue: '',
  })
  if (own) return own
  if (entry.problem === 'unreachable') return t('whatsapp/signup:problem.unreachable')
  if (entry.errorCode === null) return t('whatsapp/signup:problem.other')
  if (isAccessError(entry.errorCode)) return t('whatsapp/signup:problem.no_access')
  const key = graphErrorTextKey(entry.errorCode)
  return `${t(`whatsapp/graph-errors:${key}.reason`)} ${t(`whatsapp/graph-errors:${key}.next`)}`
}

const SyncNotes = ({ sync }: { sync: Onboarding['sync'] }) => {
  const { t } = useTranslation('whatsapp/signup')
  if (!sync) return null
  return (
    <>
      {(['contacts', 'history'] as const).map((what) => {
        const state = sync[what]
        return state ? (
          <Text key={what} size="sm" c="dimmed">
            {t(`sync.${what}.${state}`)}
          </Text>
        ) : null
      })}
    </>
  )
}

const FirstEvent = ({ onboarding }: { onboarding: Onboarding }) => {
  const { t } = useTranslation('whatsapp/signup')
  const { firstEventAt, state } = onboarding
  const shown = firstEventAt ? 'ok' : state === 'done' ? 'waiting' : 'none'
  return (
    <li data-step="first_event" data-state={shown}>
      {shown === 'waiting' ? <Loader size={20} aria-hidden="true" /> : icons[shown]}
      <div>
        <Text fw={500}>{t('step.first_event')}</Text>
        {shown === 'none' ? null : (
          <Text size="sm" c="dimmed" component="div">
            {firstEventAt ? (
              <>
                <Trans t={t} i18nKey="firstEvent.came" components={{ time: <RelativeTime value={firstEventAt} /> }} />
              </>
            ) : (
              t('firstEvent.waiting', { phone: onboarding.phone ?? '' })
            )}
          </Text>
        )}
      </div>
    </li>
  )
}

type Props = { onboarding: Onboarding; action: ReactNode }

/** The steps of a signup, each with what is wrong and what can be done about it. */
export const StepList = ({ onboarding, action }: Props) => {
  const { t } = useTranslation(['whatsapp/signup', 'whatsapp/graph-errors'])
  const steps = onboardingSteps.filter((step) => step !== (onboarding.kind === 'standard' ? 'sync' : 'registration'))
  return (
    <ol className={classes.steps} aria-live="polite">
      {steps.map((step) => {
        const state = onboarding.steps[step]?.state ?? 'none'
        const problem = problemText(t, onboarding, step)
        return (
          <li key={step} data-step={step} data-state={state}>
            {state === 'running' ? <Loader size={20} aria-hidden="true" /> : icons[state]}
            <div>
              <Text fw={state === 'failed' || state === 'waiting' ? 650 : 500}>
                {t(`whatsapp/signup:step.${step}`)}
                <VisuallyHidden> {t(`whatsapp/signup:stepState.${state}`)}</VisuallyHidden>
              </Text>
              {problem ? (
                <Text size="sm" mt={2} {...(state === 'failed' ? { c: 'var(--mantine-color-error)' } : {})}>
                  {problem}
                </Text>
              ) : null}
              {step === 'sync' ? <SyncNotes sync={onboarding.sync} /> : null}
              {step === onboarding.step && (state === 'failed' || state === 'waiting') ? action : null}
            </div>
          </li>
        )
      })}
      <FirstEvent onboarding={onboarding} />
    </ol>
  )
}
