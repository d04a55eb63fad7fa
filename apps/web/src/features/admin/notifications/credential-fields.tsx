import { NumberInput, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CredentialField } from './api.ts'
import classes from './notifications.module.css'

export type Credentials = Record<string, unknown>
const dots = '••••••••'

/** What the fields show before anything is typed: secrets are never sent to the browser, so theirs are empty. */
export const credentialsOf = (fields: CredentialField[], known: Credentials = {}): Credentials =>
  Object.fromEntries(
    fields.map(({ key, type, secret, default: standard }) => {
      const value = secret ? undefined : (known[key] ?? standard ?? undefined)
      if (type === 'boolean' || type === 'switch') return [key, value === true || value === 'true']
      if (type === 'object' && typeof value === 'object' && value !== null) return [key, JSON.stringify(value, null, 2)]
      return [key, value ?? '']
    }),
  )

const readObject = (text: unknown): unknown => {
  try {
    return typeof text === 'string' ? JSON.parse(text) : text
  } catch {
    return text
  }
}

/** What is sent of them: what is empty is left out, so that a stored secret stays as it is. */
export const credentialsBody = (fields: CredentialField[], values: Credentials): Credentials =>
  Object.fromEntries(
    fields.flatMap(({ key, type }) => {
      const value = values[key]
      if (value === '' || value === undefined || value === null) return []
      return [[key, type === 'object' ? readObject(value) : value]]
    }),
  )

type FieldProps = {
  field: CredentialField
  /** Whether a secret is stored already. */
  stored: boolean
  inputProps: Record<string, unknown>
}

/** The key of a text of the catalogue: its letters and digits. */
const keyOf = (text: string) => text.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')

/** The catalogue is English; its words have texts by what they say. */
const useCatalogueTexts = () => {
  const { t } = useTranslation('admin/notification-providers')
  return {
    labelOf: (text: string) => t(`label.${keyOf(text)}`, { defaultValue: text }),
    helpOf: (text: string | null) => text && t(`help.${keyOf(text)}`, { defaultValue: text }),
  }
}

const Field = ({ field, stored, inputProps }: FieldProps) => {
  const { t } = useTranslation('admin/notifications')
  const { labelOf, helpOf } = useCatalogueTexts()
  const { type, required, secret, options } = field
  const [label, description] = [labelOf(field.displayName), helpOf(field.description)]
  const shared = {
    label,
    description: stored ? t('integrations.secretStored') : description,
    withAsterisk: required && !stored,
    ...(stored ? { placeholder: dots } : {}),
    ...inputProps,
  }
  switch (type) {
    case 'boolean':
    case 'switch':
      return <Switch label={label} description={description} {...inputProps} />
    case 'dropdown':
      return (
        <Select
          {...shared}
          clearable={!required}
          data={options.flatMap(({ name, value }) => (value === null ? [] : [{ value, label: labelOf(name) }]))}
        />
      )
    case 'number':
      return <NumberInput {...shared} />
    case 'text':
    case 'object':
      return (
        <Textarea
          {...shared}
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
          classNames={{ input: classes.mono ?? '' }}
        />
      )
    default:
      return secret || type === 'password' ? (
        <PasswordInput {...shared} autoComplete="new-password" />
      ) : (
        <TextInput {...shared} autoComplete="off" />
      )
  }
}

type Props = {
  fields: CredentialField[]
  /** What is stored, with secrets as dots. */
  known?: Credentials
  inputPropsOf: (path: string, options?: { type: 'checkbox' }) => Record<string, unknown>
}

/** The fields that a provider asks for. */
export const CredentialFields = ({ fields, known = {}, inputPropsOf }: Props) =>
  fields.map((field) => {
    const path = `credentials.${field.key}`
    const isSwitch = field.type === 'boolean' || field.type === 'switch'
    return (
      <Field
        key={field.key}
        field={field}
        stored={field.secret && Boolean(known[field.key])}
        inputProps={isSwitch ? inputPropsOf(path, { type: 'checkbox' }) : inputPropsOf(path)}
      />
    )
  })
