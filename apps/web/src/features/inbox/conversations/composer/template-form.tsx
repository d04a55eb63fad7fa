import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { trackedButtonProblems } from '@recado/contracts/campaigns/tracked-buttons'
import { linkButtonsOf } from '@recado/contracts/campaigns/tracked-links'
import type { TemplateMapping, VariableSource } from '@recado/contracts/inbox/template-mappings'
import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import type { TemplateComponent } from '@recado/contracts/whatsapp/template-parts'
import { renderTemplatePreview } from '@recado/contracts/whatsapp/template-preview'
import { type TemplateProblem, validateTemplateValues } from '@recado/contracts/whatsapp/template-validation'
import {
  type SendableTemplate,
  type TemplateValue,
  type TemplateVariable,
  templateVariables,
} from '@recado/contracts/whatsapp/template-variables'
import { IconMoon, IconSend2 } from '@tabler/icons-react'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormElement } from '#web/components/form/form-element.tsx'
import { usePrice } from '../cost.ts'
import { TemplateContent } from '../timeline/template-content.tsx'
import classes from './template.module.css'
import { TemplateField } from './template-field.tsx'
import {
  initialMapping,
  isSameMapping,
  mappingToSave,
  sourceValue,
  useSaveMapping,
  useTemplateMapping,
} from './template-mapping.ts'
import type { TemplateTarget } from './template-target.ts'

export type TemplateFilling = { values: Record<string, string>; file: File | null; preview: string }

type Props = {
  template: TemplateSummary
  target: TemplateTarget
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

const withMedia = (values: Record<string, string>, file: File | null): Record<string, TemplateValue> =>
  file
    ? { ...values, 'header.media': { id: 'chosen', mimeType: file.type, size: file.size, filename: file.name } }
    : values

const needsInput = (variable: TemplateVariable): boolean => variable.kind !== 'payload' && variable.kind !== 'flow'

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
  onSnooze: (() => void) | undefined
  onBack: () => void
}

const FormActions = ({ busy, disabled, submitLabel, onSnooze, onBack }: ActionsProps) => {
  const { t } = useTranslation('inbox/conversations')
  return (
    <Group justify="space-between" mt="lg">
      <Button variant="default" onClick={onBack}>
        {t('common:back')}
      </Button>
      <Group gap="xs">
        {onSnooze ? (
          <Button variant="light" disabled={busy || disabled} leftSection={<IconMoon size={17} />} onClick={onSnooze}>
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

/** The price charged on delivery, shown before sending. */
const Cost = ({ template, prices }: { template: TemplateSummary; prices: TemplateTarget['prices'] }) => {
  const { t } = useTranslation('inbox/conversations')
  const known = usePrice(prices)(template.category)
  if (!prices) return null
  return (
    <Text size="sm" c="dimmed" className={classes.cost ?? ''}>
      {known ? (
        <>
          <b>{known.price}</b> {t('cost.whenDelivered')} · {known.rates}
        </>
      ) : (
        t('cost.unknown')
      )}
    </Text>
  )
}

/** The values of the variables: from their sources at first, then as typed. */
const useFilling = (variables: readonly TemplateVariable[], remembered: TemplateMapping, target: TemplateTarget) => {
  const [mapping, setMapping] = useState(() => initialMapping(variables, remembered))
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(mapping).map(([key, source]) => [key, sourceValue(source, target.known)])),
  )
  const setValue = (key: string, value: string) => setValues((now) => ({ ...now, [key]: value }))
  const setSource = (key: string, source: VariableSource | undefined) => {
    setMapping(({ [key]: _, ...rest }) => (source ? { ...rest, [key]: source } : rest))
    if (source) setValue(key, sourceValue(source, target.known))
  }
  return { mapping, values, setValue, setSource }
}

/** The errors of the values, and those to show: a field shows none before it was touched. */
const useProblems = (sendable: SendableTemplate, filled: Record<string, TemplateValue>) => {
  const { t } = useTranslation('inbox/conversations')
  const [tried, setTried] = useState(false)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const problems = [
    ...validateTemplateValues(sendable, filled, Date.now()),
    ...trackedButtonProblems(sendable, filled, window.location.origin),
  ]
  const problemOf = (key: string): TemplateProblem | undefined => problems.find((problem) => problem.key === key)
  const has = (wanted: TemplateProblem['code']): boolean => problems.some(({ code }) => code === wanted)
  const errorOf = ({ key, maxLength, mediaKind }: TemplateVariable): string | null => {
    const problem = problemOf(key)
    if (!problem || (!tried && (!touched.has(key) || problem.code === 'required'))) return null
    return t(`template.problem.${problem.code}`, { max: maxLength, kind: mediaKind ? t(`kind.${mediaKind}`) : '' })
  }
  const impossible = has('unsupported')
  return {
    impossible,
    /** Errors of the template as a whole. */
    general: impossible
      ? t('template.problem.unsupported')
      : tried && has('filled_too_long')
        ? t('template.problem.filled_too_long')
        : null,
    errorOf,
    isWrong: ({ key }: TemplateVariable) => problemOf(key) !== undefined,
    touch: (key: string) => setTouched((now) => (now.has(key) ? now : new Set(now).add(key))),
    /** Shows all errors from now on. Returns whether there are none. */
    pass: () => {
      setTried(true)
      return problems.length === 0
    },
  }
}

/** The state of filling a template: its inputs, its preview, and the resulting draft. */
const useTemplateFilling = ({ template, target, remembered, busy }: Props & { remembered: TemplateMapping }) => {
  const sendable = useMemo(() => sendableOf(template), [template])
  const variables = useMemo(() => templateVariables(sendable), [sendable])
  const { mapping, values, setValue, setSource } = useFilling(variables, remembered, target)
  const saveMapping = useSaveMapping()
  const [file, setFile] = useState<File | null>(null)
  const fields = useRef<HTMLFormElement>(null)
  useEffect(() => fields.current?.querySelector<HTMLElement>('input:not([type=file]), [type=submit]')?.focus(), [])
  const filled = withMedia(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')), file)
  const problems = useProblems(sendable, filled)
  const preview = renderTemplatePreview(sendable, filled)
  const inputs = variables.filter(needsInput)

  const finish = (take: (filling: TemplateFilling) => void) => {
    if (!problems.pass()) {
      const first = fields.current?.querySelectorAll('input') ?? []
      first[Math.max(inputs.findIndex(problems.isWrong), 0)]?.focus()
      return
    }
    if (busy) return
    const { name, language } = template
    const saved = mappingToSave(mapping, values)
    if (!isSameMapping(saved, remembered)) saveMapping({ name, language, mapping: saved })
    const texts = Object.fromEntries(
      Object.entries(filled).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    )
    take({ values: texts, file, preview: preview.body })
  }
  const leading = new Set(
    linkButtonsOf(sendable, window.location.origin).flatMap(({ key, tracked }) => (tracked ? [key] : [])),
  )
  return { leading, fields, inputs, mapping, values, setValue, setSource, file, setFile, problems, preview, finish }
}

const Inputs = ({
  filling,
  known,
}: {
  filling: ReturnType<typeof useTemplateFilling>
  known: TemplateTarget['known']
}) => {
  const { t } = useTranslation('inbox/conversations')
  const { leading, inputs, mapping, values, setValue, setSource, file, setFile, problems, preview } = filling
  if (inputs.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('template.noVariables')}
      </Text>
    )
  return inputs.map((variable) => (
    <TemplateField
      key={variable.key}
      variable={variable}
      value={values[variable.key] ?? ''}
      url={variable.button === null ? null : (preview.buttons[variable.button]?.url ?? null)}
      leading={leading.has(variable.key)}
      file={file}
      error={problems.errorOf(variable)}
      known={known}
      source={mapping[variable.key]}
      onChange={(value) => {
        problems.touch(variable.key)
        setValue(variable.key, value)
      }}
      onSource={(source) => setSource(variable.key, source)}
      onFile={(chosen) => {
        problems.touch(variable.key)
        setFile(chosen)
      }}
    />
  ))
}

const Filling = (props: Props & { remembered: TemplateMapping }) => {
  const { template, target, busy, submitLabel, onSend, onSendAndSnooze, onBack } = props
  const { t } = useTranslation('inbox/conversations')
  const filling = useTemplateFilling(props)
  const { fields, file, problems, preview, finish } = filling
  const mediaUrl = useMediaUrl(file)
  return (
    <FormElement
      ref={fields}
      busy={busy}
      ready={!problems.impossible}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        finish(onSend)
      }}
    >
      <div className={classes.form}>
        <Stack gap="sm" className={classes.fields}>
          <Inputs filling={filling} known={target.known} />
          {problems.general ? (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {problems.general}
            </Text>
          ) : null}
          <Cost template={template} prices={target.prices} />
        </Stack>
        <section className={classes.preview} aria-label={t('template.preview')} aria-live="polite">
          <div className={classes.previewBubble}>
            <TemplateContent preview={preview} mediaUrl={mediaUrl} />
          </div>
        </section>
      </div>
      <FormActions
        busy={busy}
        disabled={problems.impossible}
        submitLabel={submitLabel ?? t('template.send')}
        onSnooze={onSendAndSnooze && (() => finish(onSendAndSnooze))}
        onBack={onBack}
      />
    </FormElement>
  )
}

/** The inputs of a template with their last values, its preview and price, and a send button. */
export const TemplateForm = (props: Props) => {
  const remembered = useTemplateMapping(props.template)
  return remembered ? <Filling {...props} remembered={remembered} /> : <Loader size="sm" mx="auto" my="lg" />
}
