import { Alert, Badge, Button, Group, Paper, Text, Title } from '@mantine/core'
import type { Onboarding } from '@recado/contracts/whatsapp/signup'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MetaLink } from '#web/components/content/meta-link.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { useCan } from '#web/lib/session/session.ts'
import { metaPages } from '#web/lib/ui/meta-pages.ts'
import { useOnboardingActions } from './api.ts'
import { NumberChoice } from './number-choice.tsx'
import { PinForm } from './pin-form.tsx'
import { isAccessError, StepList } from './step-list.tsx'

const colors = {
  opened: 'gray',
  running: 'petrol',
  waiting: 'clay',
  failed: 'red',
  cancelled: 'gray',
  done: 'petrol',
  discarded: 'gray',
} as const satisfies Record<Onboarding['state'], string>

/** Without a token that works, the only way on is through Meta's window. */
const needsWindow = (onboarding: Onboarding) => {
  const { state, step, steps } = onboarding
  if (state !== 'failed') return state === 'opened' || state === 'cancelled'
  return ['exchange', 'permissions'].includes(step) || isAccessError(steps[step]?.errorCode ?? null)
}

/** Problems that are mended in the WhatsApp Manager. */
const managed: ReadonlySet<unknown> = new Set(['pin_needed', 'pin_wrong', 'pin_locked', 'verification_needed'])

const NextAction = ({ onboarding, onReopen }: { onboarding: Onboarding; onReopen: () => void }) => {
  const { t } = useTranslation('whatsapp/signup')
  const actions = useOnboardingActions(onboarding.id)
  const can = useCan()
  if (!can('channels.connect')) return null
  const problem = onboarding.steps[onboarding.step]?.problem
  if (problem === 'choose') return <NumberChoice numbers={onboarding.numbers} onChoose={actions.choose.mutateAsync} />
  const manager = managed.has(problem) ? (
    <MetaLink href={metaPages.numbers(null)} variant="subtle">
      {t('manager')}
    </MetaLink>
  ) : null
  if (problem === 'pin_needed' || problem === 'pin_wrong')
    return (
      <>
        <PinForm onGive={actions.pin.mutateAsync} />
        <Group mt="xs">{manager}</Group>
      </>
    )
  return (
    <Group gap="sm" mt="sm">
      {needsWindow(onboarding) ? null : (
        <Button size="sm" loading={actions.retry.isPending} onClick={() => actions.retry.mutate()}>
          {t('retry')}
        </Button>
      )}
      <Button size="sm" variant="default" onClick={onReopen}>
        {t('reopen')}
      </Button>
      {manager}
    </Group>
  )
}

/** What is left to do at Meta once a number is connected. */
const Payment = () => {
  const { t } = useTranslation('whatsapp/signup')
  return (
    <Group gap="sm" mt="sm" justify="space-between">
      <Text size="sm" c="dimmed" flex="1 1 260px">
        {t('payment.text')}
      </Text>
      <MetaLink href={metaPages.billing}>{t('payment.open')}</MetaLink>
    </Group>
  )
}

const Left = ({ onboarding }: { onboarding: Onboarding }) => {
  const { t } = useTranslation('whatsapp/signup')
  const { left, state } = onboarding
  if (state === 'opened')
    return (
      <Text size="sm">
        {onboarding.startedBy ? t('left.openedBy', { name: onboarding.startedBy }) : t('left.opened')}
      </Text>
    )
  if (!left) return null
  const where = left.step ? t(`left.at.${left.step}`, { defaultValue: left.step }) : null
  return (
    <Alert color={left.message ? 'red' : 'clay'} title={t(left.message ? 'left.error' : 'left.title')}>
      {left.message ? t('left.said', { message: left.message, code: left.code ?? '–' }) : null}
      {!left.message && where ? t('left.where', { where }) : null} {t('left.kept')}
    </Alert>
  )
}

type Props = { onboarding: Onboarding; onReopen: () => void }

/** One signup: how far it is, what is missing and what to do next. */
export const OnboardingCard = ({ onboarding, onReopen }: Props) => {
  const { t } = useTranslation('whatsapp/signup')
  const can = useCan()
  const actions = useOnboardingActions(onboarding.id)
  const [asking, setAsking] = useState(false)
  const { id, state, accountName, phone, channelId, createdAt, startedBy } = onboarding
  const unfinished = state !== 'done'
  const begun = Object.keys(onboarding.steps).length > 0
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby={`onboarding-${id}`} data-onboarding={state}>
      <Group justify="space-between" mb="sm" gap="sm">
        <div>
          <Title order={2} fz="md" id={`onboarding-${id}`}>
            {accountName || phone || t(`way.${onboarding.kind}.title`)}
          </Title>
          <Text size="xs" c="dimmed" component="div">
            {[phone, startedBy].filter(Boolean).join(' · ')} <RelativeTime value={createdAt} />
          </Text>
        </div>
        <Badge variant="light" color={colors[state]} tt="none">
          {t(`state.${state}`)}
        </Badge>
      </Group>
      {needsWindow(onboarding) && state !== 'failed' ? <Left onboarding={onboarding} /> : null}
      {begun && state !== 'cancelled' ? (
        <StepList onboarding={onboarding} action={<NextAction onboarding={onboarding} onReopen={onReopen} />} />
      ) : null}
      {unfinished ? null : <Payment />}
      <Group justify="flex-end" gap="sm" mt="md">
        {unfinished && can('channels.connect') ? (
          <Button variant="subtle" color="gray" size="sm" onClick={() => setAsking(true)}>
            {t('discard.open')}
          </Button>
        ) : null}
        {(state === 'opened' || state === 'cancelled') && can('channels.connect') ? (
          <Button size="sm" onClick={onReopen}>
            {t('resume')}
          </Button>
        ) : null}
        {state === 'done' && channelId ? (
          <TextLink to="/integrations/whatsapp/$id" params={{ id: channelId }}>
            {t('openNumber')}
          </TextLink>
        ) : null}
      </Group>
      <ConfirmDialog
        opened={asking}
        danger
        title={t('discard.ask')}
        confirmLabel={t('discard.open')}
        onConfirm={() => actions.discard.mutateAsync()}
        onClose={() => setAsking(false)}
      >
        {t('discard.text')}
      </ConfirmDialog>
    </Paper>
  )
}
