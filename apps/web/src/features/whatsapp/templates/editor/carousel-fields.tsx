import { Accordion, Button, Group, Stack, Text } from '@mantine/core'
import { templateLimits } from '@recado/contracts/whatsapp/template-check-parts'
import { textOf } from '@recado/contracts/whatsapp/template-parts'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadOnly } from '#web/components/form/read-only.tsx'
import { ButtonsField } from './buttons-field.tsx'
import { buttonsOf, type Component, cardsOf, partOf, withButtons, withCards, withPart } from './content.ts'
import type { FormProps } from './form-props.ts'
import { HeaderField } from './header-field.tsx'
import { IssueList } from './issues.tsx'
import { Part } from './part.tsx'
import { TemplateTextField } from './template-text-field.tsx'

type CardProps = Omit<FormProps, 'fixedCategory' | 'onChange'> & {
  card: Component[]
  index: number
  count: number
  onChange: (card: Component[]) => void
  onMove: (to: number) => void
  onRemove: () => void
}

const CardActions = ({ index, count, onMove, onRemove }: Omit<CardProps, 'card' | 'onChange'>) => {
  const { t } = useTranslation('whatsapp/templates')
  const fewest = count <= templateLimits.cards.min
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="compact-sm"
        disabled={index === 0}
        leftSection={<IconArrowUp size={16} />}
        onClick={() => onMove(index - 1)}
      >
        {t('carousel.earlier')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        disabled={index === count - 1}
        leftSection={<IconArrowDown size={16} />}
        onClick={() => onMove(index + 1)}
      >
        {t('carousel.later')}
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        disabled={fewest}
        leftSection={<IconTrash size={16} />}
        onClick={onRemove}
      >
        {t('carousel.remove')}
      </Button>
      {fewest ? (
        <Text size="sm" c="dimmed">
          {t('carousel.fewest', { min: templateLimits.cards.min })}
        </Text>
      ) : null}
    </Group>
  )
}

const Card = (props: CardProps) => {
  const { card, index, content, issues, files, onFile, onChange } = props
  const { t } = useTranslation('whatsapp/templates')
  const readOnly = useReadOnly()
  const path = `cards.${index}`
  const { parameterFormat: format } = content
  return (
    <Stack gap="md">
      <HeaderField
        header={partOf(card, 'HEADER')}
        formats={['IMAGE', 'VIDEO']}
        format={format}
        path={`${path}.header`}
        issues={issues}
        files={files}
        onFile={onFile}
        onChange={(header) => onChange(withPart(card, 'HEADER', header))}
      />
      <TemplateTextField
        component={partOf(card, 'BODY') ?? { type: 'BODY', text: '' }}
        part="body"
        label={t('carousel.body')}
        max={templateLimits.cardBody}
        format={format}
        issues={issues}
        path={`${path}.body`}
        onChange={(next) => onChange(withPart(card, 'BODY', textOf(next.text) === '' ? null : next))}
      />
      <ButtonsField
        buttons={buttonsOf(card)}
        kinds={['QUICK_REPLY', 'URL', 'PHONE_NUMBER']}
        max={templateLimits.cardButtons}
        issues={issues}
        path={`${path}.buttons`}
        onChange={(buttons) => onChange(withButtons(card, buttons))}
      />
      <IssueList issues={issues.at(path)} />
      {readOnly ? null : <CardActions {...props} />}
    </Stack>
  )
}

const moved = (cards: readonly Component[][], from: number, to: number): Component[][] => {
  const next = [...cards]
  const [one] = next.splice(from, 1)
  if (one) next.splice(to, 0, one)
  return next
}

/** Two to ten cards of the same parts. */
export const CarouselFields = (props: FormProps) => {
  const { content, issues, onChange } = props
  const readOnly = useReadOnly()
  const { t } = useTranslation('whatsapp/templates')
  const { components } = content
  const cards = cardsOf(components)
  const full = cards.length >= templateLimits.cards.max
  const [open, setOpen] = useState<string[]>(['0'])
  const set = (next: Component[][]) => onChange({ ...content, components: withCards(components, next) })
  const isWrong = (index: number) =>
    issues.problems.some(({ path }) => path.startsWith(`cards.${index}.`) || path === `cards.${index}`)
  return (
    <Part title={t('carousel.title')}>
      <Text size="sm" c="dimmed">
        {t('carousel.text')}
      </Text>
      <IssueList issues={issues.at('carousel')} />
      <Accordion variant="separated" multiple value={open} onChange={setOpen}>
        {cards.map((card, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name
          <Accordion.Item key={index} value={String(index)}>
            <Accordion.Control data-field={`cards.${index}`}>
              {t('carousel.card', { number: index + 1 })} {isWrong(index) ? `· ${t('carousel.incomplete')}` : ''}
            </Accordion.Control>
            <Accordion.Panel>
              <Card
                {...props}
                card={card}
                index={index}
                count={cards.length}
                onChange={(next) => set(cards.map((one, at) => (at === index ? next : one)))}
                onMove={(to) => {
                  set(moved(cards, index, to))
                  setOpen([String(to)])
                }}
                onRemove={() => set(cards.filter((_, at) => at !== index))}
              />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {readOnly ? null : (
        <Group gap="sm">
          <Button
            variant="light"
            data-field="carousel"
            leftSection={<IconPlus size={17} />}
            disabled={full}
            onClick={() => {
              set([...cards, structuredClone(cards.at(-1) ?? [{ type: 'HEADER', format: 'IMAGE' }])])
              setOpen([String(cards.length)])
            }}
          >
            {t('carousel.add')}
          </Button>
          <Text size="sm" c="dimmed">
            {t(full ? 'carousel.full' : 'carousel.of', { now: cards.length, max: templateLimits.cards.max })}
          </Text>
        </Group>
      )}
    </Part>
  )
}
