import { ActionIcon, Group, Menu, Stack, Text, Textarea, TextInput, Tooltip } from '@mantine/core'
import type { TemplateContent } from '@recado/contracts/templates'
import { textOf, variableNames } from '@recado/contracts/whatsapp/template-parts'
import {
  IconBold,
  IconCode,
  IconItalic,
  IconList,
  IconQuote,
  IconStrikethrough,
  IconVariable,
} from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Component, examplesOf, nextVariable, withText } from './content.ts'
import { IssueList, type Issues } from './issues.tsx'

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

/** What a variable usually stands for, with an example. */
const variables = ['first_name', 'order', 'date', 'amount', 'company', 'link_code'] as const

type Props = {
  component: Component
  part: 'header' | 'body'
  label: string
  max: number
  format: TemplateContent['parameterFormat']
  issues: Issues
  path: string
  disabled: boolean
  onChange: (component: Component) => void
}

const Tools = ({ onWrap, onStart }: { onWrap: (around: string) => void; onStart: (before: string) => void }) => {
  const { t } = useTranslation('templates')
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
    </>
  )
}

const VariableMenu = ({
  onPick,
  disabled,
}: {
  onPick: (name: (typeof variables)[number]) => void
  disabled: boolean
}) => {
  const { t } = useTranslation('templates')
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon variant="light" aria-label={t('variable.add')} disabled={disabled} w="auto" px={8}>
          <IconVariable size={18} />
          <Text size="sm" ml={4}>
            {t('variable.add')}
          </Text>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {variables.map((name) => (
          <Menu.Item key={name} onClick={() => onPick(name)}>
            {t(`variable.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** A text with its variables, their samples, and what is wrong with it. */
export const TemplateTextField = (props: Props) => {
  const { component, part, label, max, format, issues, path, disabled, onChange } = props
  const { t } = useTranslation('templates')
  const field = useRef<HTMLTextAreaElement>(null)
  const text = textOf(component.text)
  const examples = examplesOf(component, part)
  const write = (next: string, values = examples) => onChange(withText(component, part, next, values, format))
  const insert = (change: (chosen: string) => string, values = examples) => {
    const { selectionStart: from = text.length, selectionEnd: to = text.length } = field.current ?? {}
    write(text.slice(0, from) + change(text.slice(from, to)) + text.slice(to), values)
    field.current?.focus()
  }
  const addVariable = (wanted: (typeof variables)[number]) => {
    const name = nextVariable(text, format, wanted)
    insert(() => `{{${name}}}`, { ...examples, [name]: t(`variable.example.${wanted}`) })
  }
  const names = variableNames(text)
  return (
    <Stack gap={6}>
      {disabled ? null : (
        <Group gap={4}>
          {part === 'body' ? (
            <Tools
              onWrap={(around) => insert((chosen) => `${around}${chosen || t('format.words')}${around}`)}
              onStart={(before) => insert((chosen) => `\n${before}${chosen}`)}
            />
          ) : null}
          <VariableMenu onPick={addVariable} disabled={part === 'header' && names.length > 0} />
        </Group>
      )}
      <Textarea
        ref={field}
        label={label}
        value={text}
        autosize
        minRows={part === 'body' ? 5 : 1}
        maxRows={16}
        readOnly={disabled}
        error={issues.hasProblem(`${path}.text`)}
        rightSectionWidth={70}
        onChange={(event) => write(event.currentTarget.value)}
        description={t('characters', { now: text.length, max })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <IssueList issues={issues.at(`${path}.text`)} />
      {names.length > 0 ? (
        <Stack gap={6} mt={4}>
          <Text size="sm" fw={550}>
            {t('variable.samples')}
          </Text>
          {names.map((name) => (
            <TextInput
              key={name}
              label={`{{${name}}}`}
              value={examples[name] ?? ''}
              readOnly={disabled}
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
