import { ActionIcon, Group, Stack, Text, Textarea, Tooltip } from '@mantine/core'
import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import { textOf, variableNames } from '@recado/contracts/whatsapp/template-parts'
import { IconBold, IconCode, IconItalic, IconList, IconQuote, IconStrikethrough } from '@tabler/icons-react'
import { useContext, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadField, useReadOnly } from '#web/components/form/read-only.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { type Component, examplesOf, nextVariable, withText } from './content.ts'
import { EmojiTool } from './emoji-tool.ts'
import { IssueList, type Issues } from './issues.tsx'
import { type PickedVariable, VariableMenu } from './variable-menu.tsx'

const marks = [
  { id: 'bold', icon: IconBold, around: '*' },
  { id: 'italic', icon: IconItalic, around: '_' },
  { id: 'strike', icon: IconStrikethrough, around: '~' },
  { id: 'mono', icon: IconCode, around: '`' },
] as const
const starts = [
  { id: 'list', icon: IconList, before: '- ' },
  { id: 'quote', icon: IconQuote, before: '> ' },
] as const

type Props = {
  component: Component
  part: 'header' | 'body'
  label: string
  max: number
  format: TemplateContent['parameterFormat']
  issues: Issues
  path: string
  onChange: (component: Component) => void
}

type ToolsProps = {
  onWrap: (around: string) => void
  onStart: (before: string) => void
  onInsert: (text: string) => void
}

const Tools = ({ onWrap, onStart, onInsert }: ToolsProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const Emoji = useContext(EmojiTool)
  return (
    <>
      {marks.map(({ id, icon: Icon, around }) => (
        <Tooltip key={id} label={t(`format.${id}`)}>
          <ActionIcon variant="subtle" color="gray" aria-label={t(`format.${id}`)} onClick={() => onWrap(around)}>
            <Icon size={18} />
          </ActionIcon>
        </Tooltip>
      ))}
      {starts.map(({ id, icon: Icon, before }) => (
        <Tooltip key={id} label={t(`format.${id}`)}>
          <ActionIcon variant="subtle" color="gray" aria-label={t(`format.${id}`)} onClick={() => onStart(before)}>
            <Icon size={18} />
          </ActionIcon>
        </Tooltip>
      ))}
      {Emoji ? <Emoji onPick={onInsert} /> : null}
    </>
  )
}

/** A text with its variables, their samples, and what is wrong with it. */
export const TemplateTextField = (props: Props) => {
  const { component, part, label, max, format, issues, path, onChange } = props
  const readOnly = useReadOnly()
  const { t } = useTranslation('whatsapp/templates')
  const field = useRef<HTMLTextAreaElement>(null)
  const text = textOf(component.text)
  const examples = examplesOf(component, part)
  const write = (next: string, values = examples) =>
    onChange(withText(component, { part, text: next, examples: values, format }))
  const insert = (change: (chosen: string) => string, values = examples) => {
    const { selectionStart: from = text.length, selectionEnd: to = text.length } = field.current ?? {}
    write(text.slice(0, from) + change(text.slice(from, to)) + text.slice(to), values)
    field.current?.focus()
  }
  const addVariable = (picked: PickedVariable) => {
    const name = nextVariable(text, format, picked.name)
    insert(() => `{{${name}}}`, { ...examples, [name]: picked.example })
  }
  const names = variableNames(text)
  const headerFull = part === 'header' && names.length > 0
  return (
    <Stack gap={6}>
      {readOnly ? null : (
        <Group gap={4}>
          {part === 'body' ? (
            <Tools
              onWrap={(around) => insert((chosen) => `${around}${chosen || t('format.words')}${around}`)}
              onStart={(before) => insert((chosen) => `\n${before}${chosen}`)}
              onInsert={(added) => insert(() => added)}
            />
          ) : null}
          <VariableMenu onPick={addVariable} disabled={headerFull} />
          {headerFull ? (
            <Text size="sm" c="dimmed">
              {t('variable.headerFull')}
            </Text>
          ) : null}
        </Group>
      )}
      {readOnly ? (
        <ReadField label={label}>{text}</ReadField>
      ) : (
        <Textarea
          ref={field}
          data-field={`${path}.text`}
          label={label}
          value={text}
          autosize
          minRows={part === 'body' ? 5 : 1}
          maxRows={16}
          error={issues.hasProblem(`${path}.text`)}
          rightSectionWidth={70}
          onChange={(event) => write(event.currentTarget.value)}
          description={t('characters', { now: text.length, max })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      )}
      <IssueList issues={issues.at(`${path}.text`)} />
      {names.length > 0 ? (
        <Stack gap={6} mt={4}>
          <Text size="sm" fw={550}>
            {t('variable.samples')}
          </Text>
          {names.map((name) => (
            <TextInput
              key={name}
              data-field={`${path}.examples.${name}`}
              label={`{{${name}}}`}
              value={examples[name] ?? ''}
              placeholder={t('variable.samplePlaceholder')}
              error={issues.text(`${path}.examples.${name}`)}
              onChange={(event) => write(text, { ...examples, [name]: event.currentTarget.value })}
            />
          ))}
        </Stack>
      ) : null}
    </Stack>
  )
}
