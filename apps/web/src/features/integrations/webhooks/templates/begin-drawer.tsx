import { Alert, Text } from '@mantine/core'
import { type SourceDefinition, sourceDefinition } from '@recado/contracts/integrations/webhook-definition'
import { createWebhookTemplate } from '@recado/contracts/integrations/webhook-templates'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { Select } from '#web/components/form/select.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { useLanguage } from '../use-language.ts'
import { templatesQuery } from './api.ts'
import { exportFormat } from './export.ts'

const MOST_BYTES = 1024 * 1024

type Values = { key: string; en: string; pt: string; from: string }
type Read = { key: string; definition: SourceDefinition } | 'unreadable'

const readFile = async (file: File): Promise<Read> => {
  try {
    if (file.size > MOST_BYTES) return 'unreadable'
    const { format, key, definition } = JSON.parse(await file.text())
    const checked = sourceDefinition.safeParse(definition)
    return format === exportFormat && checked.success
      ? { key: typeof key === 'string' ? key : '', definition: checked.data }
      : 'unreadable'
  } catch {
    return 'unreadable'
  }
}

const useRead = (file: File | null): Read | null => {
  const [read, setRead] = useState<Read | null>(null)
  useEffect(() => {
    let isCurrent = true
    if (file) void readFile(file).then((found) => isCurrent && setRead(found))
    return () => {
      isCurrent = false
    }
  }, [file])
  return read
}

/** A name for addresses, made of one for people. */
const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, 40)

type FormProps = { read: Exclude<Read, 'unreadable'> | null; from?: string | undefined; onClose: () => void }

const Form = ({ read, from: begun = '', onClose }: FormProps) => {
  const { t } = useTranslation('integrations/templates')
  const language = useLanguage()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const all = useQuery(templatesQuery)
  const bodyOf = ({ key, en, pt, from }: Values) => ({
    ...{ key, name: { en, pt } },
    ...(read ? { definition: read.definition } : { from: from || null }),
  })
  const { form, state } = useContractForm<Values>({
    schema: createWebhookTemplate.body,
    initialValues: {
      key: read?.key ?? '',
      en: read?.definition.name.en ?? '',
      pt: read?.definition.name.pt ?? '',
      from: begun,
    },
    toBody: bodyOf,
    onSubmit: async (values) => {
      const { key } = await call(createWebhookTemplate, { body: bodyOf(values) })
      await queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey })
      onClose()
      await navigate({ to: '/admin/webhook-callback/templates/$key', params: { key } })
    },
  })
  const { errors } = form
  return (
    <FormDrawer opened title={t(read ? 'import' : 'add')} submitLabel={t('begin.submit')} {...state} onClose={onClose}>
      <TextInput
        label={t('field.nameEn')}
        data-autofocus
        {...form.getInputProps('en')}
        error={errors['name.en'] ?? errors['en']}
        onBlur={({ currentTarget: { value } }) => {
          if (form.values.key === '') form.setFieldValue('key', keyOf(value))
          if (form.values.pt === '') form.setFieldValue('pt', value)
        }}
      />
      <TextInput label={t('field.namePt')} {...form.getInputProps('pt')} error={errors['name.pt'] ?? errors['pt']} />
      <TextInput label={t('field.key')} description={t('field.keyHint')} {...form.getInputProps('key')} />
      {read ? (
        <Text size="sm" c="dimmed">
          {t('begin.imported', { samples: read.definition.samples.length, events: read.definition.events.length })}
        </Text>
      ) : (
        <Select
          label={t('begin.from')}
          description={t('begin.fromHint')}
          data={[
            { value: '', label: t('begin.nothing') },
            ...(all.data?.data ?? []).map(({ key, name }) => ({ value: key, label: name[language] })),
          ]}
          searchable
          allowDeselect={false}
          {...form.getInputProps('from')}
        />
      )}
    </FormDrawer>
  )
}

type Props = { file: File | null; from?: string; onClose: () => void }

/** Begins a system: from nothing, from another one, or from a file. */
export const BeginDrawer = ({ file, from, onClose }: Props) => {
  const { t } = useTranslation('integrations/templates')
  const read = useRead(file)
  if (!file) return <Form read={null} from={from} onClose={onClose} />
  if (read === null) return null
  if (read !== 'unreadable') return <Form read={read} onClose={onClose} />
  return (
    <Alert color="red" mt="md" withCloseButton closeButtonLabel={t('common:close')} onClose={onClose}>
      {t('begin.unreadable')}
    </Alert>
  )
}
