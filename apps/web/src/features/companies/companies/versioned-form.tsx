import { Skeleton, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { Form } from '#web/components/form/form.tsx'
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
  /** Returns what is stored then; null if the member cancelled. */
  save: (values: V, version: number) => Promise<R | null>
  children: (form: ContractForm<V>['form']) => ReactNode
}

type FormProps<R extends Versioned, V extends Record<string, unknown>> = Props<R, V> & {
  base: R
  onSaved: (saved: R) => void
  onReload: () => void
}

const Fields = <R extends Versioned, V extends Record<string, unknown>>(props: FormProps<R, V>) => {
  const { base, query, title, description, onSaved, onReload } = props
  const { t } = useTranslation('companies/companies')
  const manage = useCan()('company.manage')
  const initialValues = props.valuesOf(base)
  const latest = query.data ?? base
  // The same rules have other parts, whose changes are no matter of this form.
  const isSame = JSON.stringify(props.valuesOf(latest)) === JSON.stringify(initialValues)
  const version = isSame ? Math.max(latest.version, base.version) : base.version
  const { form, error, state } = useContractForm<V>({
    schema: props.schema,
    initialValues,
    onSubmit: async (values) => {
      const saved = await props.save(values, version)
      if (saved) onSaved(saved)
    },
  })
  const changed = latest.version > version
  const refused = error instanceof ApiError && error.code === 'conflict'
  return (
    <Stack gap="md">
      <div>
        <Title order={2}>{title}</Title>
        <Text c="dimmed" size="sm" mt={4}>
          {description}
        </Text>
      </div>
      <Form
        {...state}
        label={title}
        readOnly={manage ? null : t('readOnly')}
        onReload={changed || refused ? onReload : null}
      >
        {props.children(form)}
      </Form>
    </Stack>
  )
}

const Loaded = <R extends Versioned, V extends Record<string, unknown>>(props: Props<R, V> & { latest: R }) => {
  const [base, setBase] = useState(props.latest)
  const reload = () => void props.query.refetch().then(({ data }) => data && setBase(data))
  return <Fields key={base.version} {...props} base={base} onSaved={setBase} onReload={reload} />
}

/**
 * Settings that several people may change: what someone else saves in the meantime is told, and replaces what was typed
 * only when asked to.
 */
export const VersionedForm = <R extends Versioned, V extends Record<string, unknown>>(props: Props<R, V>) => {
  const { t } = useTranslation()
  const { query } = props
  if (query.isPending) return <Skeleton height={420} radius="lg" role="status" aria-label={t('loading')} />
  if (!query.data) return <RetryState error={query.error} onRetry={query.refetch} />
  return <Loaded {...props} latest={query.data} />
}
