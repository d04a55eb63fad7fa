import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { rotateVerifyToken, type SignupSetup, updateSignupSetup } from '@recado/contracts/admin/operators'
import { IconPlugConnected } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { CopyButton } from '#web/components/feedback/copy-button.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { Form } from '#web/components/form/form.tsx'
import { FormSection } from '#web/components/form/form-section.tsx'
import { TagsInput } from '#web/components/form/tags-input.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { lazyCode } from '#web/components/page/lazy-component.tsx'
import { LazyOnVisible } from '#web/components/page/lazy-on-visible.tsx'
import { OverviewPage } from '#web/components/page/overview-page.tsx'
import { call } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { signupSetupQuery } from './api.ts'
import type { SignupSearch } from './search.ts'
import { SignupFields, SignupTest } from './signup-webhooks.tsx'

const SignupFunnel = lazyCode(async () => (await import('./signup-funnel.tsx')).SignupFunnel)
const SignupSessions = lazyCode(async () => (await import('./signup-sessions.tsx')).SignupSessions)

const texts = ['appId', 'configId', 'coexistenceConfigId', 'graphVersion', 'solutionId'] as const

const VerifyToken = ({ setup }: { setup: SignupSetup }) => {
  const { t } = useTranslation('admin/operators')
  const rotate = useMutation({ mutationFn: () => call(rotateVerifyToken) })
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {setup.webhookUrl}
        </Text>
        <CopyButton value={setup.webhookUrl} size="xs" />
      </Group>
      {rotate.data ? (
        <Alert color="clay" title={t('setup.tokenOnce')}>
          <Group gap="xs">
            <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {rotate.data.verifyToken}
            </Text>
            <CopyButton value={rotate.data.verifyToken} size="xs" />
          </Group>
        </Alert>
      ) : null}
      <Group>
        <Button size="xs" variant="default" loading={rotate.isPending} onClick={() => rotate.mutate()}>
          {t('setup.rotate')}
        </Button>
        {setup.verifyTokenAt ? (
          <Text size="xs" c="dimmed" component="div">
            <Trans t={t} i18nKey="setup.rotated" components={{ time: <RelativeTime value={setup.verifyTokenAt} /> }} />
          </Text>
        ) : null}
      </Group>
    </Stack>
  )
}

const SetupForm = ({ setup }: { setup: SignupSetup }) => {
  const { t } = useTranslation('admin/operators')
  const can = useCan()
  const queryClient = useQueryClient()
  const { appId, configId, coexistenceConfigId, graphVersion, solutionId, allowedDomains } = setup
  const initial = { appId, configId, coexistenceConfigId, graphVersion, solutionId }
  const { form, state } = useContractForm({
    schema: async () => (await import('@recado/contracts/admin/operators')).signupSetupBody,
    initialValues: {
      ...(Object.fromEntries(texts.map((name) => [name, initial[name] ?? ''])) as Record<
        (typeof texts)[number],
        string
      >),
      allowedDomains,
    },
    toBody: (values) => ({
      ...Object.fromEntries(texts.map((name) => [name, values[name].trim() || null])),
      allowedDomains: values.allowedDomains,
      version: setup.version,
    }),
    onSubmit: async (values) => {
      const given = (name: (typeof texts)[number]) => values[name].trim() || null
      const body = {
        appId: given('appId'),
        configId: given('configId'),
        coexistenceConfigId: given('coexistenceConfigId'),
        graphVersion: given('graphVersion'),
        solutionId: given('solutionId'),
        allowedDomains: values.allowedDomains,
        version: setup.version,
      }
      queryClient.setQueryData(signupSetupQuery().queryKey, await call(updateSignupSetup, { body }))
      toastSuccess(t('setup.saved'))
    },
  })
  const manage = can('admin.platform')
  return (
    <>
      <Form {...state} label={t('setup.title')} readOnly={manage ? null : t('setup.readOnly')}>
        <FormSection title={t('setup.title')}>
          <Stack gap="md">
            {setup.hasAppSecret ? null : <Alert color="red">{t('setup.noSecret')}</Alert>}
            {texts.map((name) => (
              <TextInput key={name} label={t(`setup.${name}`)} {...form.getInputProps(name)} />
            ))}
            <TagsInput
              label={t('setup.allowedDomains')}
              description={t('setup.domainsHelp')}
              {...form.getInputProps('allowedDomains')}
            />
          </Stack>
        </FormSection>
      </Form>
      {manage ? (
        <FormSection title={t('setup.webhook')}>
          <VerifyToken setup={setup} />
        </FormSection>
      ) : null}
    </>
  )
}

type Props = { search: SignupSearch; onSearch: (next: SignupSearch) => void }

/** How the embedded signup is set up, how far people come in it, and every signup. */
export const SignupAdminPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('admin/operators')
  const can = useCan()
  const setup = useQuery(signupSetupQuery())
  return (
    <OverviewPage title={t('signup.title')} description={t('signup.text')} query={setup}>
      {setup.data ? (
        <>
          {setup.data.appId && setup.data.configId ? null : (
            <Paper withBorder p="lg">
              <EmptyState
                icon={IconPlugConnected}
                title={t('setup.emptyTitle')}
                description={t(can('admin.platform') ? 'setup.emptyText' : 'setup.emptyAsk')}
              />
            </Paper>
          )}
          <SetupForm key={setup.data.version} setup={setup.data} />
          <SignupTest />
          <SignupFields setup={setup.data} />
        </>
      ) : null}
      <LazyOnVisible height={240}>
        <SignupFunnel />
      </LazyOnVisible>
      <LazyOnVisible height={320}>
        <SignupSessions search={search} onSearch={onSearch} />
      </LazyOnVisible>
    </OverviewPage>
  )
}
