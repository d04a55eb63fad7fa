import { Button, FileInput, Group, Stack, Text, TextInput } from '@mantine/core'
import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import { mediaRules } from '@recado/contracts/whatsapp/media-rules'
import type { TemplateComponent } from '@recado/contracts/whatsapp/template-parts'
import { renderTemplatePreview } from '@recado/contracts/whatsapp/template-preview'
import { type TemplateProblem, validateTemplateValues } from '@recado/contracts/whatsapp/template-validation'
import {
  type SendableTemplate,
  type TemplateValue,
  type TemplateVariable,
  templateVariables,
} from '@recado/contracts/whatsapp/template-variables'
import { IconMoon, IconSend2, IconUpload } from '@tabler/icons-react'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileSize } from '../timeline/file-size.ts'
import { TemplateContent } from '../timeline/template-content.tsx'
import classes from './template.module.css'

export type TemplateFilling = { values: Record<string, string>; file: File | null; preview: string }

type Props = {
  template: TemplateSummary
  /** What is known about the reader, to fill a variable that asks for a name. */
  contactName: string
  busy: boolean
  submitLabel?: string
  onSend: (filling: TemplateFilling) => void
  /** Sends it and puts the conversation aside until the customer answers. */
  onSendAndSnooze?: (filling: TemplateFilling) => void
  onBack: () => void
}

export const sendableOf = ({ components, parameterFormat, category }: TemplateSummary): SendableTemplate => ({
  components: components.filter((part): part is TemplateComponent => typeof part === 'object' && part !== null),
  parameterFormat,
  category,
})

const nameLike = /^(first_?name|name|nome|primeiro_?nome|customer_?name|cliente)$/i

const firstValues = (variables: readonly TemplateVariable[], contactName: string): Record<string, string> => {
  const given = /^[+\d\s().-]*$/.test(contactName) ? '' : (contactName.split(' ')[0] ?? '')
  const known = variables.filter(({ part, kind, label }) => part === 'body' && kind === 'text' && nameLike.test(label))
  return Object.fromEntries(known.map(({ key }) => [key, given]))
}

const withMedia = (values: Record<string, string>, file: File | null): Record<string, TemplateValue> =>
  file
    ? { ...values, 'header.media': { id: 'chosen', mimeType: file.type, size: file.size, filename: file.name } }
    : values

const needsInput = (variable: TemplateVariable): boolean => variable.kind !== 'payload' && variable.kind !== 'flow'

type FieldProps = {
  variable: TemplateVariable
  value: string
  /** Address that a button will open, with what is filled in. */
  url: string | null
  file: File | null
  error: string | null
  onChange: (value: string) => void
  onFile: (file: File | null) => void
}

/** The part of an example that is to be typed: without what the address begins with anyway. */
const typedPart = (example: string, url: string | null): string => {
  const fixed = url?.split('{{')[0] ?? ''
  return fixed !== '' && example.startsWith(fixed) ? example.slice(fixed.length) : example
}

const Field = ({ variable, value, url, file, error, onChange, onFile }: FieldProps) => {
  const { t, i18n } = useTranslation('inbox/conversations')
  const { kind, part, label, mediaKind, example, maxLength, card } = variable
  const name = [card, part, label].filter((each) => each !== null && each !== '').join('.')
  const where = card === null ? '' : `${t('template.card', { number: card + 1 })} · `
  if (mediaKind) {
    const rule = mediaRules[mediaKind]
    return (
      <FileInput
        name={name}
        label={`${where}${t(`template.header.${mediaKind}`)}`}
        description={t('template.mediaLimit', { max: fileSize(rule.maxBytes, i18n.language) })}
        placeholder={t('template.chooseFile')}
        leftSection={<IconUpload size={16} />}
        accept={rule.mimeTypes.join(',')}
        value={file}
        onChange={onFile}
        error={error}
        clearable
      />
    )
  }
  const title =
    part === 'button'
      ? t(kind === 'code' ? 'template.code' : 'template.button', { label })
      : kind === 'code'
        ? t('template.oneTimeCode')
        : /^\d+$/.test(label)
          ? t(`template.${part === 'header' ? 'headerVariable' : 'variable'}`, { number: label })
          : label.replaceAll('_', ' ')
  return (
    <TextInput
      name={name}
      label={where + title}
      placeholder={example ? t('template.example', { example: typedPart(example, url) }) : undefined}
      {...(kind === 'url_suffix' && url ? { description: url } : {})}
      value={value}
      maxLength={maxLength ?? undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}

/** Address of a chosen picture while it is shown. */
const useMediaUrl = (file: File | null): string | null => {
  const mediaUrl = useMemo(
    () =>
      file?.type.startsWith('image/') && typeof URL.createObjectURL === 'function' ? URL.createObjectURL(file) : null,
    [file],
  )
  useEffect(() => () => void (mediaUrl && URL.revokeObjectURL(mediaUrl)), [mediaUrl])
  return mediaUrl
}

type ActionsProps = {
  busy: boolean
  disabled: boolean
  submitLabel: string
  onSnooze: ((fields: HTMLFormElement | null) => void) | undefined
  onBack: () => void
}

const FormActions = ({ busy, disabled, submitLabel, onSnooze, onBack }: ActionsProps) => {
  const { t } = useTranslation('inbox/conversations')
  return (
    <Group justify="space-between" mt="xs">
      <Button variant="default" onClick={onBack}>
        {t('common:back')}
      </Button>
      <Group gap="xs">
        {onSnooze ? (
          <Button
            variant="light"
            disabled={busy || disabled}
            leftSection={<IconMoon size={17} />}
            onClick={(event) => onSnooze(event.currentTarget.form)}
          >
            {t('template.sendAndSnooze')}
          </Button>
        ) : null}
        <Button type="submit" loading={busy} disabled={disabled} rightSection={<IconSend2 size={17} />}>
          {submitLabel}
        </Button>
      </Group>
    </Group>
  )
}

/** The inputs that a template needs, its look while they are filled, and one button to send. */
export const TemplateForm = (props: Props) => {
  const { template, contactName, busy, submitLabel, onSend, onSendAndSnooze, onBack } = props
  const { t } = useTranslation('inbox/conversations')
  const sendable = useMemo(() => sendableOf(template), [template])
  const variables = useMemo(() => templateVariables(sendable), [sendable])
  const [values, setValues] = useState(() => firstValues(variables, contactName))
  const [file, setFile] = useState<File | null>(null)
  const [tried, setTried] = useState(false)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const mediaUrl = useMediaUrl(file)

  const filled = withMedia(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')), file)
  const problems = validateTemplateValues(sendable, filled, Date.now())
  const preview = renderTemplatePreview(sendable, filled)
  const impossible = problems.find(({ code }) => code === 'unsupported')
  const general = problems.find(({ code }) => code === 'filled_too_long')
  const wrong = (key: string): TemplateProblem | undefined => problems.find((problem) => problem.key === key)
  const errorOf = ({ key, maxLength, mediaKind }: TemplateVariable): string | null => {
    const problem = wrong(key)
    if (!problem || (!tried && (!touched.has(key) || problem.code === 'required'))) return null
    return t(`template.problem.${problem.code}`, { max: maxLength, kind: mediaKind ? t(`kind.${mediaKind}`) : '' })
  }
  const touch = (key: string) => setTouched((now) => (now.has(key) ? now : new Set(now).add(key)))

  const finish = (fields: HTMLFormElement | null, take: (filling: TemplateFilling) => void) => {
    setTried(true)
    if (problems.length > 0) {
      const first = fields?.querySelectorAll('input') ?? []
      const index = variables.filter(needsInput).findIndex(({ key }) => wrong(key))
      first[Math.max(index, 0)]?.focus()
      return
    }
    if (busy) return
    const texts = Object.fromEntries(
      Object.entries(filled).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    )
    take({ values: texts, file, preview: preview.body })
  }

  return (
    <form
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        finish(event.currentTarget, onSend)
      }}
      className={classes.form}
      noValidate
    >
      <Stack gap="sm" className={classes.fields}>
        {variables.filter(needsInput).map((variable) => (
          <Field
            key={variable.key}
            variable={variable}
            value={values[variable.key] ?? ''}
            url={variable.button === null ? null : (preview.buttons[variable.button]?.url ?? null)}
            file={file}
            error={errorOf(variable)}
            onChange={(value) => {
              touch(variable.key)
              setValues((now) => ({ ...now, [variable.key]: value }))
            }}
            onFile={(chosen) => {
              touch(variable.key)
              setFile(chosen)
            }}
          />
        ))}
        {variables.filter(needsInput).length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('template.noVariables')}
          </Text>
        ) : null}
        {impossible || (tried && general) ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {t(`template.problem.${impossible ? 'unsupported' : 'filled_too_long'}`)}
          </Text>
        ) : null}
        <FormActions
          busy={busy}
          disabled={impossible !== undefined}
          submitLabel={submitLabel ?? t('template.send')}
          onSnooze={onSendAndSnooze && ((fields) => finish(fields, onSendAndSnooze))}
          onBack={onBack}
        />
      </Stack>
      <section className={classes.preview} aria-label={t('template.preview')} aria-live="polite">
        <div className={classes.previewBubble}>
          <TemplateContent preview={preview} mediaUrl={mediaUrl} />
        </div>
      </section>
    </form>
  )
}
