import { Anchor, Button, Text } from '@mantine/core'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { day } from '#web/lib/i18n/dates.ts'
import { dayText } from '#web/lib/i18n/day-text.ts'
import { showPhone } from '#web/lib/i18n/phone.ts'
import { countryName } from '#web/lib/i18n/regions.ts'
import { type Fact, FactList } from '../content/fact-list.tsx'
import { CopyButton } from '../feedback/copy-button.tsx'
import { useAttributeNames, useAttributeText } from './attribute-text.ts'
import classes from './contact.module.css'
import { FieldsFailed } from './fields-failed.tsx'
import { languageName } from './languages.ts'

const Copied = ({ value, shown = value, label }: { value: string; shown?: string; label: string }) => (
  <span className={classes.copied}>
    <span>{shown}</span>
    {value.includes('•') ? null : <CopyButton value={value} size="xs" label={label} />}
  </span>
)

type Lines = { values: readonly string[]; show?: (value: string) => string; copy: string; first: string }

/** Several of a kind, the one that is used first. */
const CopiedLines = ({ values, show = (value) => value, copy, first }: Lines) => (
  <ul className={classes.lines}>
    {values.map((value, place) => (
      <li key={value}>
        <Copied value={value} shown={show(value)} label={copy} />
        {place === 0 && values.length > 1 ? (
          <Text span size="xs" c="dimmed">
            {first}
          </Text>
        ) : null}
      </li>
    ))}
  </ul>
)

const addressLines = (
  { street, city, state, postalCode, country }: NonNullable<ContactCard['address']>,
  language: string,
) =>
  [
    street,
    [city, state].filter(Boolean).join(', '),
    postalCode,
    country ? countryName(country, language) : undefined,
  ].filter(Boolean)

const sourceNames = (contact: ContactCard) => contact.externalIds.map(({ source, id }) => `${source}: ${id}`).join(', ')

/** A value of the company's own fields: addresses of pages and mailboxes lead there. */
const OwnValue = ({ type, text }: { type: string; text: string }): ReactNode => {
  const [href, tab] = [
    type === 'url' && /^https?:\/\//i.test(text) ? text : type === 'email' ? `mailto:${text}` : null,
    type === 'url' ? '_blank' : undefined,
  ]
  if (href === null || text.includes('•')) return text
  return (
    <Anchor inherit href={href} target={tab} rel="noreferrer noopener" c="var(--accent-text)">
      {text}
    </Anchor>
  )
}

type Props = {
  contact: ContactCard
  /** So many facts are shown at first. */
  most?: number
  more?: readonly Fact[]
  /** Leaves out what fields beside it show: the first e-mail, language, time zone and the company's own fields. */
  besideFields?: boolean
}

/** What is known of a contact, each fact only where it is known. */
export const ContactDetails = ({
  contact,
  more = [],
  besideFields = false,
  most = Number.POSITIVE_INFINITY,
}: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  const { t, i18n } = useTranslation('contacts/contact')
  const { attributes } = useAttributeNames()
  const textOf = useAttributeText()
  const { phones, username, profileName, address } = contact
  const emails = besideFields ? contact.emails.slice(1) : contact.emails
  const own = besideFields ? [] : attributes
  const fact = (label: string, value: string | null | undefined): Fact => (value ? [label, value] : null)
  const rows: Fact[] = [
    phones.length > 0
      ? [
          t('phone'),
          <CopiedLines key="phones" values={phones} show={showPhone} copy={t('copyPhone')} first={t('primary')} />,
        ]
      : [t('phone'), username ? t('noPhone') : t('nothing')],
    emails.length > 0
      ? [t('email'), <CopiedLines key="emails" values={emails} copy={t('copyEmail')} first={t('primary')} />]
      : null,
    fact(t('username'), username && `@${username.replace(/^@/, '')}`),
    fact(t('profileName'), profileName === contact.displayName ? null : profileName),
    fact(t('organization'), contact.organization),
    fact(t('jobTitle'), contact.jobTitle),
    fact(t('document'), contact.document),
    fact(t('birthday'), contact.birthday && dayText(contact.birthday, i18n.language)),
    fact(t('language'), besideFields ? null : contact.language && languageName(contact.language, i18n.language)),
    fact(t('timezone'), besideFields ? null : contact.timezone?.replaceAll('_', ' ')),
    address
      ? [
          t('address'),
          <span key="address" className={classes.address}>
            {addressLines(address, i18n.language).join('\n')}
          </span>,
        ]
      : null,
    ...own.map(({ key, name, type }): Fact => {
      const text = textOf(type, contact.attributes[key])
      return text ? [name, <OwnValue key={key} type={type} text={text} />] : null
    }),
    fact(t('externalIds'), sourceNames(contact)),
    fact(t('source.title'), t(`source.${contact.source}`)),
    fact(t('added'), day(contact.createdAt, i18n.language)),
    ...more,
  ]
  const known = rows.filter((row) => row !== null)
  const isLong = known.length > most + 2
  return (
    <>
      <FieldsFailed />
      <FactList rows={isLong && !isOpen ? known.slice(0, most) : known} />
      {isLong ? (
        <Button mt="sm" size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('fewerDetails') : t('moreDetails', { count: known.length - most })}
        </Button>
      ) : null}
    </>
  )
}
