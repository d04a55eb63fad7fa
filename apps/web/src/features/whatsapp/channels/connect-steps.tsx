import { Alert, Loader, Text } from '@mantine/core'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import { type checkChannel, connectSteps } from '@recado/contracts/whatsapp/channel-connection'
import { graphErrorTextKey } from '@recado/contracts/whatsapp/graph-errors'
import { IconCircle, IconCircleCheckFilled, IconCircleMinus, IconCircleXFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './channels.module.css'

export type CheckResult = EndpointResponse<typeof checkChannel>
type Step = CheckResult['steps'][number]

const pace = 260

const icons = {
  ok: <IconCircleCheckFilled size={20} color="#2b9a53" aria-hidden="true" />,
  failed: <IconCircleXFilled size={20} color="var(--mantine-color-error)" aria-hidden="true" />,
  skipped: <IconCircleMinus size={20} color="var(--mantine-color-dimmed)" aria-hidden="true" />,
} as const

const Problem = ({ step }: { step: Step }) => {
  const { t } = useTranslation(['whatsapp/channels', 'whatsapp/graph-errors'])
  const key = graphErrorTextKey(step.errorCode)
  const own = t(`problem.${step.step}.${step.detail ?? 'other'}`, { defaultValue: '' })
  const byMeta =
    step.errorCode === null
      ? ''
      : `${t(`whatsapp/graph-errors:${key}.reason`)} ${t(`whatsapp/graph-errors:${key}.next`)}`
  const general = t(`problem.${step.detail === 'unreachable' ? 'unreachable' : `${step.step}.other`}`)
  return (
    <Text size="sm" c="var(--mantine-color-error)">
      {own || byMeta || general}
      {step.step === 'scopes' && step.detail && !own ? ` (${step.detail.split(' ').join(', ')})` : ''}
    </Text>
  )
}

/** What was tried at Meta, told one after the other, with a plain reason where it failed. */
export const ConnectSteps = ({ busy, result }: { busy: boolean; result: CheckResult | null }) => {
  const { t } = useTranslation('whatsapp/channels')
  const [shown, setShown] = useState(0)
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    setShown(0)
    if (!result) return
    const timer = setInterval(() => setShown((count) => count + 1), pace)
    const end = setTimeout(() => clearInterval(timer), pace * (connectSteps.length + 1))
    return () => {
      clearInterval(timer)
      clearTimeout(end)
    }
  }, [result])
  useEffect(() => {
    if (busy || result) place.current?.scrollIntoView({ block: 'end', behavior: 'smooth' })
  }, [busy, result])
  if (!busy && !result) return null
  const failedAt = result?.steps.findIndex(({ state }) => state === 'failed') ?? -1
  const untried = (index: number) => failedAt >= 0 && index > failedAt
  const done = result !== null && shown >= connectSteps.length
  return (
    <section ref={place} className={classes.stepsArea} aria-label={t('steps.label')} aria-live="polite">
      <ol className={classes.steps}>
        {connectSteps.map((name, index) => {
          const step = result?.steps.find((entry) => entry.step === name)
          const told = step !== undefined && index < shown && !untried(index)
          const active = !told && !untried(index) && (result ? index === shown : index === 0)
          return (
            <li key={name} data-state={told ? step.state : active ? 'active' : 'waiting'}>
              {told ? icons[step.state] : active ? <Loader size={18} /> : <IconCircle size={20} aria-hidden="true" />}
              <div>
                <Text size="sm" fw={told && step.state === 'failed' ? 600 : 500}>
                  {t(`steps.${name}`)}
                </Text>
                {told && step.state === 'failed' ? <Problem step={step} /> : null}
                {told && step.state === 'skipped' ? (
                  <Text size="xs" c="dimmed">
                    {t(`skipped.${name}`, { defaultValue: t('skipped.other') })}
                  </Text>
                ) : null}
              </div>
            </li>
          )
        })}
      </ol>
      {done && result.ok && result.number ? (
        <Alert color="petrol" mt="md" title={t('steps.ready')}>
          {result.number.name} · {result.number.phone}
        </Alert>
      ) : null}
    </section>
  )
}
