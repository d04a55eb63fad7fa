import { Badge, Button, Group, NumberInput, Paper, Skeleton, Stack, Switch, Text, Textarea, Title } from '@mantine/core'
import { type FeatureFlag, listFeatureFlags, updateFeatureFlag } from '@recado/contracts/shared/feature-flags'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { ApiError, call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { settingsKey } from './api.ts'

const flagsQuery = {
  queryKey: [...settingsKey, 'flags'] as const,
  queryFn: () => call(listFeatureFlags),
}

const Companies = ({ companies }: { companies: FeatureFlag['companies'] }) => {
  const { t } = useTranslation('admin/settings')
  if (companies.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('flags.noCompanies')}
      </Text>
    )
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500}>
        {t('flags.companies')}
      </Text>
      <Group gap="xs">
        {companies.map(({ id, name, on }) => (
          <Group key={id} gap={4} wrap="nowrap">
            <TextLink to="/all-companies" search={{ open: id }} size="sm">
              {name}
            </TextLink>
            <Badge size="sm" variant="light" color={on ? 'petrol' : 'red'}>
              {t(on ? 'flags.on' : 'flags.off')}
            </Badge>
          </Group>
        ))}
      </Group>
    </Stack>
  )
}

const FlagForm = ({ flag }: { flag: FeatureFlag }) => {
  const { t } = useTranslation(['admin/settings', 'common', 'errors'])
  const client = useQueryClient()
  const [enabled, setEnabled] = useState(flag.enabled)
  const [percent, setPercent] = useState(flag.percent)
  const [note, setNote] = useState(flag.note)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const dirty = enabled !== flag.enabled || percent !== flag.percent || note !== flag.note
  const save = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const body = { version: flag.version, enabled, percent, note }
      await call(updateFeatureFlag, { params: { key: flag.key }, body })
      toastSuccess(t('common:saved'))
      await client.invalidateQueries({ queryKey: flagsQuery.queryKey })
    } catch (error) {
      setFailure(error)
      if (error instanceof ApiError && error.code === 'conflict')
        await client.invalidateQueries({ queryKey: flagsQuery.queryKey })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Paper withBorder p="lg" component="section" aria-label={t(`flags.name.${flag.key}`)}>
      <Stack gap="md">
        <div>
          <Title order={2} fz="md">
            {t(`flags.name.${flag.key}`)}
          </Title>
          <Text size="sm" c="dimmed">
            {t(`flags.text.${flag.key}`)}
          </Text>
        </div>
        <Switch
          label={t('flags.enabled')}
          description={t('flags.enabledText')}
          checked={enabled}
          onChange={(event) => setEnabled(event.currentTarget.checked)}
        />
        <NumberInput
          label={t('flags.percent')}
          description={t('flags.percentText')}
          min={0}
          max={100}
          suffix="%"
          allowDecimal={false}
          maw={260}
          disabled={!enabled}
          value={percent}
          onChange={(value) => setPercent(Number(value) || 0)}
        />
        <Textarea
          label={t('flags.note')}
          autosize
          minRows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Companies companies={flag.companies} />
        <FormFailure>{failure ? errorText(t, failure) : null}</FormFailure>
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {flag.updatedAt ? (
              <>
                {flag.updatedBy ?? '–'} · <RelativeTime value={flag.updatedAt} />
              </>
            ) : null}
          </Text>
          <Button loading={busy} disabled={!dirty} onClick={() => void save()}>
            {t('common:save')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

/** Features that are let out little by little: on or off, for what share of companies, and for whom alone. */
export const FlagsPanel = () => {
  const { data, error, refetch } = useQuery(flagsQuery)
  if (error && !data) return <RetryState error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={260} radius="lg" />
  return (
    <Stack gap="md">
      {data.data.map((flag) => (
        <FlagForm key={`${flag.key} ${flag.version}`} flag={flag} />
      ))}
    </Stack>
  )
}
