import { Alert, Badge, Box, Button, Group, PasswordInput, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { beginTwoFactor, confirmTwoFactor, removeTwoFactor, renewRecoveryCodes } from '@recado/contracts/identity/users'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#web/components/feedback/copy-button.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { CodeInput } from '#web/components/form/code-input.tsx'
import { ShortForm } from '#web/components/form/short-form.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { ApiError, call } from '#web/lib/api/api.ts'
import { useSessionClient } from '#web/lib/session/session.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { twoFactorQuery } from './api.ts'
import classes from './two-factor.module.css'

const QrCode = lazyComponent(
  async () => (await import('#web/components/content/qr-code.tsx')).QrCode,
  <div style={{ width: 200, height: 200 }} />,
)

type Proof = { password: string; code: string }
type ProofProps = {
  asks: { password: boolean; code: boolean }
  /** Whether a recovery code may stand in for the app. */
  recovery?: boolean
  submitLabel: string
  danger?: boolean
  run: (proof: Proof) => Promise<void>
  onCancel: () => void
  children?: ReactNode
}

/** Asks for what proves that it is the owner of the account. */
const ProofForm = ({ asks, recovery = true, submitLabel, danger = false, run, onCancel, children }: ProofProps) => {
  const { t } = useTranslation(['identity/profile', 'common', 'validation', 'errors'])
  const { form, busy, state } = useContractForm<Proof>({
    schema: async () => {
      const users = await import('@recado/contracts/identity/users')
      return asks.code ? users.removeTwoFactor.body : users.beginTwoFactor.body
    },
    initialValues: { password: '', code: '' },
    extra: ({ password }) => ({ password: asks.password && password === '' ? t('validation:required') : undefined }),
    onSubmit: async (proof) => {
      try {
        await run(proof)
      } catch (error) {
        const code = error instanceof ApiError ? error.code : null
        if (code === 'password_wrong') form.setFieldError('password', t('errors:password_wrong'))
        else if (code === 'code_wrong') form.setFieldError('code', t('errors:code_wrong'))
        else throw error
      }
    },
  })
  return (
    <Box maw={380}>
      <ShortForm
        {...state}
        submitLabel={submitLabel}
        danger={danger}
        leave={
          <Button variant="default" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
        }
      >
        {children}
        {asks.password ? (
          <PasswordInput
            label={t('password.current')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
            {...form.getInputProps('password')}
          />
        ) : null}
        {asks.code ? (
          <CodeInput
            label={t(recovery ? 'twoFactor.code' : 'twoFactor.appCode')}
            value={form.values.code}
            onChange={(code) => form.setFieldValue('code', code)}
            error={form.errors['code']}
            busy={busy}
            recovery={recovery}
            sends={!danger && (!asks.password || form.values.password !== '')}
          />
        ) : null}
      </ShortForm>
    </Box>
  )
}

const Codes = ({ codes, onDone }: { codes: string[]; onDone: () => void }) => {
  const { t } = useTranslation('identity/profile')
  const text = codes.join('\n')
  return (
    <Stack gap="md" maw={480}>
      <Alert color="clay" role="alert">
        {t('twoFactor.codesText')}
      </Alert>
      <SimpleGrid cols={2} component="ul" className={classes.codes ?? ''} aria-label={t('twoFactor.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </SimpleGrid>
      <Group>
        <CopyButton value={text} label={t('twoFactor.copyCodes')} />
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
        >
          {t('twoFactor.download')}
        </Button>
        <Button onClick={onDone}>{t('twoFactor.kept')}</Button>
      </Group>
    </Stack>
  )
}

type Step =
  | { name: 'overview' | 'password' | 'renew' | 'remove' }
  | { name: 'app'; secret: string; uri: string }
  | { name: 'codes'; codes: string[] }

const AppFields = ({ secret, uri }: { secret: string; uri: string }) => {
  const { t } = useTranslation('identity/profile')
  return (
    <>
      <Text size="sm">{t('twoFactor.scan')}</Text>
      <QrCode text={uri} label={t('twoFactor.qr')} />
      <div>
        <Text size="sm" c="dimmed">
          {t('twoFactor.secret')}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {secret}
          </Text>
          <CopyButton value={secret} label={t('twoFactor.copySecret')} />
        </Group>
      </div>
    </>
  )
}

const Overview = ({ enabled, left, open }: { enabled: boolean; left: number; open: (step: Step) => void }) => {
  const { t } = useTranslation('identity/profile')
  if (!enabled) {
    return (
      <Group>
        <Button onClick={() => open({ name: 'password' })}>{t('twoFactor.turnOn')}</Button>
      </Group>
    )
  }
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Badge variant="light" color="petrol">
          {t('twoFactor.on')}
        </Badge>
        <Text size="sm" c={left < 3 ? 'red' : 'dimmed'}>
          {t('twoFactor.left', { count: left })}
        </Text>
      </Group>
      <Group>
        <Button variant="light" onClick={() => open({ name: 'renew' })}>
          {t('twoFactor.renew')}
        </Button>
        <Button variant="subtle" color="red" onClick={() => open({ name: 'remove' })}>
          {t('twoFactor.turnOff')}
        </Button>
      </Group>
    </Stack>
  )
}

/** The second factor of my account: switching it on step by step, its recovery codes, switching it off. */
export const TwoFactor = ({ hasPassword }: { hasPassword: boolean }) => {
  const { t } = useTranslation(['identity/profile', 'common'])
  const queryClient = useQueryClient()
  const session = useSessionClient()
  const query = useQuery(twoFactorQuery)
  const [step, setStep] = useState<Step>({ name: 'overview' })
  const settle = async () => {
    await queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey })
    await session.refetch()
  }
  const back = () => setStep({ name: 'overview' })
  if (query.error && !query.data) return <RetryState compact error={query.error} onRetry={query.refetch} />
  if (!query.data) return <Skeleton height={80} radius="md" />
  switch (step.name) {
    case 'overview':
      return <Overview enabled={query.data.enabled} left={query.data.recoveryCodesLeft} open={setStep} />
    case 'password':
      return (
        <ProofForm
          asks={{ password: hasPassword, code: false }}
          submitLabel={t('common:continue')}
          onCancel={back}
          run={async ({ password }) =>
            setStep({ name: 'app', ...(await call(beginTwoFactor, { body: { password } })) })
          }
        />
      )
    case 'app':
      return (
        <ProofForm
          key="app"
          asks={{ password: false, code: true }}
          recovery={false}
          submitLabel={t('twoFactor.turnOn')}
          onCancel={back}
          run={async ({ code }) => {
            const { recoveryCodes } = await call(confirmTwoFactor, { body: { code } })
            setStep({ name: 'codes', codes: recoveryCodes })
            await settle()
          }}
        >
          <AppFields secret={step.secret} uri={step.uri} />
        </ProofForm>
      )
    case 'renew':
      return (
        <ProofForm
          key="renew"
          asks={{ password: hasPassword, code: true }}
          submitLabel={t('twoFactor.renew')}
          onCancel={back}
          run={async (body) => {
            const { recoveryCodes } = await call(renewRecoveryCodes, { body })
            setStep({ name: 'codes', codes: recoveryCodes })
            await settle()
          }}
        />
      )
    case 'remove':
      return (
        <ProofForm
          key="remove"
          asks={{ password: hasPassword, code: true }}
          submitLabel={t('twoFactor.turnOff')}
          danger
          onCancel={back}
          run={async (body) => {
            await call(removeTwoFactor, { body })
            toastSuccess(t('twoFactor.off'))
            back()
            await settle()
          }}
        />
      )
    case 'codes':
      return <Codes codes={step.codes} onDone={back} />
  }
}
