import { Alert, Button, Group, Paper, Text, Title } from '@mantine/core'
import type { Onboarding, OnboardingKind, SignupLaunch } from '@recado/contracts/whatsapp/signup'
import { IconCheck, IconExternalLink } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#web/lib/session/session.ts'
import { useOnboardingActions } from './api.ts'
import classes from './onboarding.module.css'
import { loadSdk, openSignup } from './sdk.ts'

const checks: Record<
  OnboardingKind,
  readonly ('facebook' | 'business' | 'code' | 'provider' | 'display' | 'card' | 'app' | 'open')[]
> = {
  standard: ['facebook', 'business', 'code', 'provider', 'display', 'card'],
  coexistence: ['facebook', 'business', 'app', 'open', 'card'],
}

type Props = {
  kind: OnboardingKind
  launch: SignupLaunch
  /** The current state of the signup, which other members may have changed. */
  current: Onboarding | undefined
  onDone: () => void
  onBack: () => void
  onTakeOver: () => void
}

/** Meta's window was opened in another tab or by another member, and that opening counts. */
const TakenOver = ({ name, onTakeOver, onBack }: { name: string } & Pick<Props, 'onTakeOver' | 'onBack'>) => {
  const { t } = useTranslation('whatsapp/signup')
  const { user } = useSignedIn()
  const isOwn = name === user.name
  return (
    <Alert color="clay" role="alert" title={isOwn ? t('launch.elsewhere') : t('launch.takenOver', { name })}>
      <Text size="sm">{t('launch.takenOverText')}</Text>
      <Group mt="sm">
        <Button size="sm" onClick={onTakeOver}>
          {t('launch.here')}
        </Button>
        <Button size="sm" variant="default" onClick={onBack}>
          {t('launch.look')}
        </Button>
      </Group>
    </Alert>
  )
}

/** What to have at hand, and the button that opens Meta's window. */
export const LaunchPanel = ({ kind, launch, current, onDone, onBack, onTakeOver }: Props) => {
  const { t } = useTranslation('whatsapp/signup')
  const { finish } = useOnboardingActions(launch.id)
  const [script, setScript] = useState<'loading' | 'ready' | 'blocked'>('loading')
  const [isOpen, setOpen] = useState(false)
  const [isShut, setShut] = useState(false)
  useEffect(() => {
    let gone = false
    void loadSdk(launch.sdkUrl).then((loaded) => gone || setScript(loaded ? 'ready' : 'blocked'))
    return () => {
      gone = true
    }
  }, [launch.sdkUrl])
  const start = async () => {
    setOpen(true)
    setShut(false)
    const outcome = await openSignup(launch)
    setOpen(false)
    if (outcome === 'blocked') return setShut(true)
    // A failed mutation is shown as a toast; the page then shows how far the signup is.
    await finish.mutateAsync({ nonce: launch.nonce, outcome }).catch(() => null)
    onDone()
  }
  const isOurs = current === undefined || current.opening === launch.opening || finish.isPending
  if (!isOurs) return <TakenOver name={current.startedBy} onTakeOver={onTakeOver} onBack={onBack} />
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="launch-title">
      <Title order={2} fz="md" id="launch-title">
        {t('launch.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('launch.text')}
      </Text>
      <ul className={classes.checks}>
        {checks[kind].map((check) => (
          <li key={check}>
            <IconCheck size={17} aria-hidden="true" />
            <span>{t(`precheck.${check}`)}</span>
          </li>
        ))}
      </ul>
      {script === 'blocked' ? (
        <Alert color="red" role="alert" mt="md" title={t('launch.blocked')}>
          {t('launch.blockedText', { host: new URL(launch.sdkUrl).host })}
        </Alert>
      ) : null}
      {isShut ? (
        <Alert color="red" role="alert" mt="md" title={t('launch.shut')}>
          {t('launch.shutText', { host: window.location.host })}
        </Alert>
      ) : null}
      {isOpen ? (
        <Text size="sm" mt="md" role="status">
          {t('launch.open')}
        </Text>
      ) : null}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onBack} disabled={finish.isPending}>
          {t('common:cancel')}
        </Button>
        <Button
          leftSection={<IconExternalLink size={17} />}
          disabled={script !== 'ready'}
          loading={isOpen || finish.isPending}
          onClick={() => void start()}
        >
          {t('launch.start')}
        </Button>
      </Group>
    </Paper>
  )
}
