import { Alert, Skeleton, Stack, Title } from '@mantine/core'
import {
  type OnboardingKind,
  reopenOnboarding,
  type SignupLaunch,
  startOnboarding,
} from '@recado/contracts/whatsapp/signup'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { call } from '#web/lib/api/api.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan } from '#web/lib/session/session.ts'
import { onboardingKey, onboardingsQuery } from './api.ts'
import { LaunchPanel } from './launch-panel.tsx'
import { OnboardingCard } from './onboarding-card.tsx'
import { WayChoice } from './way-choice.tsx'

type Launch = { kind: OnboardingKind; launch: SignupLaunch }

/** Connecting numbers by Meta's window: what is under way, and a new one. */
export const OnboardingPanel = () => {
  const { t } = useTranslation('whatsapp/signup')
  const can = useCan()
  const queryClient = useQueryClient()
  const query = useQuery(onboardingsQuery())
  const [opened, setOpened] = useState<Launch | null>(null)
  useInvalidateOn(['channel.updated'], [onboardingKey])
  /** Stores at once which opening counts, so that a later one can be told apart. */
  const show = async (launch: SignupLaunch, kind: OnboardingKind) => {
    const { queryKey } = onboardingsQuery()
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(
      queryKey,
      (known) =>
        known && {
          ...known,
          data: known.data.map((one) => (one.id === launch.id ? { ...one, opening: launch.opening } : one)),
        },
    )
    setOpened({ kind, launch })
  }
  const start = useMutation({
    mutationFn: (kind: OnboardingKind) => call(startOnboarding, { body: { kind } }),
    onSuccess: show,
  })
  const reopen = useMutation({
    mutationFn: ({ id }: { id: string; kind: OnboardingKind }) => call(reopenOnboarding, { params: { id } }),
    onSuccess: (launch, { kind }) => show(launch, kind),
  })
  if (!query.data) {
    if (query.error) return <RetryState error={query.error} onRetry={query.refetch} />
    return (
      <Stack role="status" aria-label={t('common:loading')}>
        <Skeleton height={200} radius="lg" />
        <Skeleton height={240} radius="lg" />
      </Stack>
    )
  }
  const close = () => {
    setOpened(null)
    void queryClient.invalidateQueries({ queryKey: onboardingKey })
  }
  const { data, ready } = query.data
  const unfinished = data.filter(({ state, id }) => state !== 'done' && id !== opened?.launch.id)
  const finished = data.filter(({ state }) => state === 'done').slice(0, 3)
  if (opened) {
    const current = data.find(({ id }) => id === opened.launch.id)
    return (
      <LaunchPanel
        {...opened}
        current={current}
        onDone={close}
        onBack={close}
        onTakeOver={() => reopen.mutate({ id: opened.launch.id, kind: opened.kind })}
      />
    )
  }
  // One signup at a time: an unfinished one has to be completed or discarded first.
  const isInWindow = data.some(({ state }) => state === 'opened' || state === 'cancelled')
  return (
    <Stack gap="xl">
      {unfinished.length > 0 ? (
        <Stack gap="md" component="section" aria-label={t('unfinished')}>
          {unfinished.map((onboarding) => (
            <OnboardingCard
              key={onboarding.id}
              onboarding={onboarding}
              onReopen={() => reopen.mutate({ id: onboarding.id, kind: onboarding.kind })}
            />
          ))}
        </Stack>
      ) : null}
      {finished.map((onboarding) => (
        <OnboardingCard key={onboarding.id} onboarding={onboarding} onReopen={() => undefined} />
      ))}
      {!can('channels.connect') ? (
        <Alert color="petrol">{t('askAdmin')}</Alert>
      ) : isInWindow ? null : (
        <section aria-labelledby="ways-title">
          <Title order={2} fz="lg" mb="md" id="ways-title">
            {t(data.length > 0 ? 'another' : 'ways')}
          </Title>
          <WayChoice
            ready={ready}
            busy={start.isPending ? (start.variables ?? null) : null}
            onChoose={(kind) => start.mutate(kind)}
          />
        </section>
      )}
    </Stack>
  )
}
