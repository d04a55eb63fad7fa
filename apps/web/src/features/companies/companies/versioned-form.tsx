import { Alert, Button, Fieldset, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { ApiError } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { type ContractForm, useContractForm } from '#web/lib/ui/form.ts'

type Versioned = { version: number }

type Props<R extends Versioned, V extends Record<string, unknown>> = {
  title: string
  description: string
  query: UseQueryResult<R>
  /** Checks what is in the fields. */
  schema: Parameters<typeof useContractForm<V>>[0]['schema']
  valuesOf: (stored: R) => V
  /** Answers what is stored then; null when somebody thought better of it. */
  save: (values: V, version: number) => Promise<R | null>
  children: (form: ContractForm<V>['form']) => ReactNode
}

const Stale = ({ onReload }: { onReload: () => void }) => {
  const { t } = useTranslation('companies/companies')
  return (
    <Alert color="clay" role="alert">
      <Group justify="space-between">
        <Text size="sm">{t('conflict')}</Text>
        <Button size="compact-sm" variant="light" onClick={onReload}>
          {t('reload')}
        </Button>
      </Group>
    </Alert>
  )
}

type FormProps<R extends Versioned, V extends Record<string, unknown>> = Props<R, V> & {
  base: R
  onSaved: (saved: R) => void
  onReload: () => void
}

const Form = <R extends Versioned, V extends Record<string, unknown>>(props: FormProps<R, V>) => {
  const { base, query, title, description, onSaved, onReload } = props
  const { t } = useTranslation(['companies/companies', 'common'])
  const manage = useCan()('company.manage')
  const initialValues = props.valuesOf(base)
  const latest = query.data ?? base
  // The same rules have other parts, whose changes are no matter of this form.
  const isSame = JSON.stringify(props.valuesOf(latest)) === JSON.stringify(initialValues)
  const version = isSame ? Math.max(latest.version, base.version) : base.version
  const { form, submit, busy, failure, error } = useContractForm<V>({
    schema: props.schema,
    initialValues,
    onSubmit: async (values) => {
      const saved = await props.save(values, version)
      if (saved) onSaved(saved)
    },
  })
  const changed = latest.version > version
  const conflict = changed || (error instanceof ApiError && error.code === 'conflict')
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg" maw={640}>
        <div>
          <Title order={2}>{title}</Title>
          <Text c="dimmed" size="sm" mt={4}>
            {manage ? description : t('readOnly')}
          </Text>
        </div>
        <Fieldset disabled={!manage} variant="unstyled">
          <Stack gap="lg">{props.children(form)}</Stack>
        </Fieldset>
        {conflict ? <Stale onReload={onReload} /> : null}
        <FormFailure>{failure && !conflict ? failure : null}</FormFailure>
        {manage ? (
          <Group justify="flex-end">
            <Button type="submit" loading={busy} disabled={!form.isDirty() || conflict}>
              {t('common:save')}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </form>
  )
}

const Loaded = <R extends Versioned, V extends Record<string, unknown>>(props: Props<R, V> & { latest: R }) => {
  const [base, setBase] = useState(props.latest)
  const reload = () => void props.query.refetch().then(({ data }) => data && setBase(data))
  return <Form key={base.version} {...props} base={base} onSaved={setBase} onReload={reload} />
}

/**
 * Settings that several people may change: what somebody else saves in the meantime is told, and replaces what was typed
 * only when asked to.
 */
export const VersionedForm = <R extends Versioned, V extends Record<string, unknown>>(props: Props<R, V>) => {
  const { t } = useTranslation()
  const { query } = props
  if (query.isPending) return <Skeleton height={420} radius="lg" role="status" aria-label={t('loading')} />
  if (!query.data) return <RetryState error={query.error} onRetry={query.refetch} />
  return <Loaded {...props} latest={query.data} />
}
