import { Alert, Button, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { type SignupSetup, subscribeSignupApp, testSignupSetup } from '@recado/contracts/admin/operators'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleXFilled, IconHelpCircle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { operatorKey, signupSetupQuery } from './api.ts'
import classes from './operator.module.css'

type SetupCheck = EndpointResponse<typeof testSignupSetup>['checks'][number]

const icons = {
  ok: <IconCircleCheckFilled size={18} color="#2b9a53" aria-hidden="true" />,
  warning: <IconAlertTriangleFilled size={18} color="#d99a06" aria-hidden="true" />,
  problem: <IconCircleXFilled size={18} color="var(--mantine-color-error)" aria-hidden="true" />,
  unknown: <IconHelpCircle size={18} color="var(--mantine-color-dimmed)" aria-hidden="true" />,
} as const

const wordOf = (subscribed: boolean | null) => (subscribed === null ? 'unknown' : subscribed ? 'there' : 'missing')
const iconOf = { unknown: 'unknown', there: 'ok', missing: 'problem' } as const

const useSubscribe = () => {
  const { t } = useTranslation('admin/operators')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(subscribeSignupApp),
    onSuccess: (setup) => {
      queryClient.setQueryData(signupSetupQuery().queryKey, setup)
      toastSuccess(t('fields.subscribed'))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: operatorKey }),
  })
}

/** The webhook fields that are needed against those that the app at Meta has, and a way to make them the same. */
export const SignupFields = ({ setup }: { setup: SignupSetup }) => {
  const { t } = useTranslation('admin/operators')
  const can = useCan()
  const subscribe = useSubscribe()
  const missing = setup.fields.filter(({ subscribed }) => subscribed === false)
  const unknown = setup.fields.every(({ subscribed }) => subscribed === null)
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="fields-title">
      <Group justify="space-between" mb="sm" align="flex-start">
        <div>
          <Title order={2} fz="md" id="fields-title">
            {t('fields.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('fields.text')}
          </Text>
        </div>
        {can('admin.platform') && !unknown ? (
          <Button
            size="xs"
            variant={missing.length > 0 ? 'filled' : 'default'}
            loading={subscribe.isPending}
            onClick={() => subscribe.mutate()}
          >
            {t('fields.subscribe')}
          </Button>
        ) : null}
      </Group>
      {unknown ? (
        <Alert color="clay" title={t('fields.notAsked')}>
          {t(setup.appId && setup.hasAppSecret ? 'fields.noAnswer' : 'fields.noApp')}
        </Alert>
      ) : (
        <>
          <Text size="sm" fw={600} mb="xs">
            {missing.length > 0 ? t('fields.diff', { count: missing.length }) : t('fields.complete')}
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs" component="ul" className={classes.list}>
            {setup.fields.map(({ name, subscribed }) => {
              const word = wordOf(subscribed)
              return (
                <li key={name} className={classes.line} data-field={word}>
                  {icons[iconOf[word]]}
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {name}
                    <Text span size="xs" c="dimmed">
                      {' '}
                      {t(`fields.${word}`)}
                    </Text>
                  </Text>
                </li>
              )
            })}
          </SimpleGrid>
          {setup.surplus.length > 0 ? (
            <Text size="xs" c="dimmed" mt="sm">
              {t('fields.surplus', { names: setup.surplus.join(', ') })}
            </Text>
          ) : null}
        </>
      )}
    </Paper>
  )
}

/** Tries the set-up from end to end, and says of each part whether it works and what to do. */
export const SignupTest = () => {
  const { t } = useTranslation('admin/operators')
  const run = useMutation({ mutationFn: () => call(testSignupSetup) })
  const checks = run.data?.checks ?? []
  const isUnanswered = checks.some(({ name, state }) => name === 'secret' && state === 'unknown')
  const saying = (state: SetupCheck['state'], name: SetupCheck['name']) => {
    if (state === 'unknown') return t(isUnanswered ? 'test.unanswered' : 'test.unread')
    return t(`test.${state === 'ok' ? 'ok' : 'bad'}.${name}`)
  }
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="test-title">
      <Group justify="space-between" mb="sm" align="flex-start">
        <div>
          <Title order={2} fz="md" id="test-title">
            {t('test.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('test.text')}
          </Text>
        </div>
        <Button size="xs" variant="light" loading={run.isPending} onClick={() => run.mutate()}>
          {t('test.run')}
        </Button>
      </Group>
      <ul className={classes.list} aria-live="polite">
        {checks.map(({ name, state, value }) => (
          <li key={name} className={classes.line} data-check={name} data-state={state}>
            {icons[state]}
            <div>
              <Text size="sm" fw={600}>
                {t(`test.name.${name}`)}
              </Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {saying(state, name)} {value?.split(' ').join(', ') ?? ''}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </Paper>
  )
}
