import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Collapse } from '#web/components/content/collapse.tsx'
import { JsonView } from '#web/components/content/json-view.tsx'
import { type FilterWords, fieldLabel } from '#web/components/filter-builder/field-words.ts'
import { moneyText } from '#web/lib/i18n/money.ts'
import classes from './shared.module.css'
import { useFieldText } from './use-field-text.ts'

type Event = Record<string, unknown>
type Scalar = string | number | boolean
type Props = { event: Event; words: FilterWords | null; label: string }

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)
const isTold = (value: unknown): value is Scalar | Scalar[] =>
  value !== '' && (isScalar(value) || (Array.isArray(value) && value.length > 0 && value.every(isScalar)))

/** What an event told, by the names of its fields, and how it came to the product on request. */
export const EventFacts = ({ event, words, label }: Props) => {
  const { t, i18n } = useTranslation('automation/automations')
  const [open, { toggle }] = useDisclosure(false)
  const textOf = useFieldText(words)
  const currency = /^[A-Z]{3}$/.test(String(event['currency'])) ? String(event['currency']) : null
  const valueText = (key: string, value: Scalar): string =>
    key === 'amount' && Number.isFinite(Number(value))
      ? moneyText(Number(value), currency, i18n.language, 2)
      : textOf(`event.${key}`, value)
  const told = Object.entries(event).flatMap(([key, value]) => {
    const field = words?.fields.find((one) => one.name === `event.${key}`)
    return field && words && isTold(value) ? [{ key, name: fieldLabel(field, words), values: [value].flat() }] : []
  })
  return (
    <>
      <dl className={classes.facts}>
        {told.map(({ key, name, values }) => (
          <Fragment key={key}>
            <dt>{name}</dt>
            <dd>{values.map((value) => valueText(key, value)).join(', ')}</dd>
          </Fragment>
        ))}
      </dl>
      <Button
        className={classes.more ?? ''}
        size="compact-xs"
        variant="subtle"
        aria-expanded={open}
        onClick={toggle}
        mt="xs"
      >
        {t(open ? 'run.less' : 'run.more')}
      </Button>
      <Collapse expanded={open}>
        <JsonView value={event} label={label} />
      </Collapse>
    </>
  )
}
