import { ActionIcon, FileInput, Menu, TextInput, Tooltip } from '@mantine/core'
import type { CannedValues } from '@recado/contracts/inbox/canned-text'
import type { VariableSource } from '@recado/contracts/inbox/template-mappings'
import { mediaRules } from '@recado/contracts/whatsapp/media-rules'
import type { TemplateVariable } from '@recado/contracts/whatsapp/template-variables'
import { IconBraces, IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useVariableLabel } from '#web/components/form/variable-label.ts'
import { fileSize } from '#web/lib/i18n/file-size.ts'
import classes from './template.module.css'
import { knownSources, sourceValue } from './template-mapping.ts'

/** The part of an example to be typed: without the fixed start of the URL. */
const typedPart = (example: string, url: string | null): string => {
  const fixed = url?.split('{{')[0] ?? ''
  return fixed !== '' && example.startsWith(fixed) ? example.slice(fixed.length) : example
}

const sourceName = (known: string) => `known.${known.replace('.', '_')}`

type SourceProps = {
  label: string
  value: string
  known: CannedValues
  source: VariableSource | undefined
  onSource: (source: VariableSource | undefined) => void
}

/** Shows once which source fills a variable from now on. */
const SourceMenu = ({ label, value, known, source, onSource }: SourceProps) => {
  const { t } = useTranslation('inbox/conversations')
  const name = t('template.fillWith', { name: label })
  return (
    <Menu position="bottom-end" withinPortal shadow="md" width={300}>
      <Menu.Target>
        <Tooltip label={name}>
          <ActionIcon size={26} aria-label={name} aria-haspopup="menu" color={source ? 'petrol' : 'gray'}>
            <IconBraces size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('template.fillAlways')}</Menu.Label>
        {knownSources.map((one) => (
          <Menu.Item
            key={one}
            disabled={!known[one]}
            onClick={() => onSource({ known: one })}
            rightSection={<span className={classes.known}>{known[one] || t('known.none')}</span>}
          >
            {t(sourceName(one))}
          </Menu.Item>
        ))}
        <Menu.Item disabled={value.trim() === ''} onClick={() => onSource({ text: value.trim() })}>
          {t('template.sameText')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item disabled={!source} onClick={() => onSource(undefined)}>
          {t('template.askEachTime')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type Props = {
  variable: TemplateVariable
  value: string
  /** The URL that a button will open, with the filled values. */
  url: string | null
  /** It is the address that a button leads on to by way of the product. */
  leading: boolean
  file: File | null
  error: string | null
  known: CannedValues
  source: VariableSource | undefined
  onChange: (value: string) => void
  onSource: (source: VariableSource | undefined) => void
  onFile: (file: File | null) => void
}

/** The hint about where the value of a field comes from. */
const useSourceText = ({ value, known, source }: Pick<Props, 'value' | 'known' | 'source'>): string | null => {
  const { t } = useTranslation('inbox/conversations')
  if (!source) return null
  if ('text' in source) return t('template.sameText')
  const own = sourceValue(source, known)
  const name = t(sourceName(source.known))
  if (own === '') return t('template.unknownHere', { name })
  return own === value ? t('template.filledWith', { name }) : null
}

/** One input of a template: a text, which can be filled from a source, or the file of its header. */
export const TemplateField = (props: Props) => {
  const { variable, value, url, leading, file, error, known, source, onChange, onSource, onFile } = props
  const { t, i18n } = useTranslation('inbox/conversations')
  const { kind, part, label, mediaKind, example, maxLength, card } = variable
  const title = useVariableLabel()(variable)
  const from = useSourceText(props)
  const name = [card, part, label].filter((each) => each !== null && each !== '').join('.')
  if (mediaKind) {
    const rule = mediaRules[mediaKind]
    return (
      <FileInput
        name={name}
        label={title}
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
  const note = leading ? t('template.leadsTo') : kind === 'url_suffix' ? url : from
  const sample = leading ? 'https://example.com' : example && typedPart(example, url)
  return (
    <TextInput
      name={name}
      label={title}
      placeholder={sample ? t('template.example', { example: sample }) : undefined}
      {...(note ? { description: note } : {})}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      maxLength={maxLength ?? undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      {...(kind === 'text' && {
        rightSectionPointerEvents: 'all' as const,
        rightSection: <SourceMenu label={title} value={value} known={known} source={source} onSource={onSource} />,
      })}
    />
  )
}
